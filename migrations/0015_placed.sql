-- The update before told places by the house rules with which a table was opened, although its lobby may have changed them: they
-- are told anew, once, from the journals.

-- one row once that is done
create table placed (
    id integer primary key not null check (id = 1)
) strict;
insert into placed (id) select 1 where not exists (select 1 from results where seats > 2);
