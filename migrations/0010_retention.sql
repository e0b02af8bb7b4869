-- Old journals are packed, and people are forgotten.

-- where the journal of a table that has ended is: null in `steps`, 'packed' in `packed`, or 'gone'
alter table tables add column journal text;
create index tables_unpacked on tables (ended_at, id) where ended_at is not null and journal is null;
create index tables_packed on tables (ended_at, id) where ended_at is not null and journal = 'packed';

-- The whole journal of a table that ended a good while ago.
create table packed (
    table_id text primary key not null references tables (id),
    -- how many steps
    steps integer not null,
    -- that of the last of them
    digest blob not null,
    -- zlib over JSON
    journal blob not null
) strict;

-- Somebody who had their data deleted, at a table that still lived: they are forgotten in the moment in which it ends.
create table leaving_no_trace (
    table_id text not null references tables (id),
    person integer not null,
    primary key (table_id, person)
) strict, without rowid;
