-- Tables that are over and whose ends could not be shown: a start looks for them as long as that may still be done, and for no others
-- that ended long ago.
create table unshown (
    table_id text primary key not null
) strict, without rowid;
