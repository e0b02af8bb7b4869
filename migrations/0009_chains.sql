-- Steps that are chained, so that a journal that is not as it was written is noticed.

-- over the digest of the step before it in its table (of the table itself, for the first), and all that makes the step; null
-- in a journal of an older version until the first opening chains it
alter table steps add column digest blob;

-- over who sat down where and with which step; apart, for people may be forgotten
alter table seatings add column digest blob;

-- The last step of every table that lives: a journal that breaks off is noticed, too.
create table heads (
    table_id text primary key not null,
    last integer not null
) strict, without rowid;

create trigger steps_head after insert on steps
begin
    insert into heads (table_id, last) values (new.table_id, new.id)
    on conflict (table_id) do update set last = excluded.last;
end;

-- The end of a life is a step of its own: nothing comes after it.
create trigger tables_end after update of ended_at on tables when new.ended_at is not null
begin
    delete from heads where table_id = new.id;
end;

-- One row once all journals of older versions are chained.
create table chained (
    id integer primary key not null check (id = 1)
) strict;

-- What its people and the log have been told of: a table whose rows do not read as they were written.
create table damaged (
    table_id text primary key not null
) strict, without rowid;

-- How often it was noted that the process lives: a row that changes each time is written each time.
alter table process add column beats integer not null default 0;
