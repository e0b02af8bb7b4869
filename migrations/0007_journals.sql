-- The steps of all tables in the order in which they come.
--
-- A batch of steps touches the last pages of `steps` and of its indexes, and not some pages for every table in it: each
-- step says which step of its table it follows. The numbers of presses grow with time, too.

drop index steps_press;
alter table steps rename to steps_by_table;

create table steps (
    id integer primary key not null,
    table_id text not null references tables (id),
    revision integer not null,
    -- the step of the same table that came before; null for its first
    follows integer check (follows < id),
    format integer not null,
    cause text not null,
    -- the seat that caused it
    actor integer,
    -- the interaction that caused it
    press integer,
    -- JSON
    changes text not null,
    at integer not null
) strict;

-- In parts, by the first sign of a table's id: so the file holds no more than an eighth of them twice.
create table parts (number integer primary key not null, from_id text not null, to_id text not null) strict;
insert into parts values (1, '', 'a'), (2, 'a', 'e'), (3, 'e', 'i'), (4, 'i', 'm'), (5, 'm', 'q'), (6, 'q', 'u'), (7, 'u', 'x'),
                         (8, 'x', char(1114111));

create trigger move after delete on parts begin
    insert into steps
    select last + row_number() over by_table, table_id, revision,
           iif(lag(table_id) over by_table = table_id, last + row_number() over by_table - 1, null),
           format, cause, actor, press, changes, at
    from steps_by_table, (select coalesce(max(id), 0) as last from steps)
    where table_id >= old.from_id and table_id < old.to_id
    window by_table as (order by table_id, revision);
    delete from steps_by_table where table_id >= old.from_id and table_id < old.to_id;
end;
delete from parts;
drop table parts;
drop table steps_by_table;

-- Every table has one first step, and every step has at most one that follows it, with a greater revision of the same table:
-- so a table has each revision once.
create unique index steps_first on steps (table_id) where follows is null;
create unique index steps_follow on steps (follows) where follows is not null;
-- A press has at most one effect.
create unique index steps_press on steps (press, table_id) where press is not null;

create trigger steps_in_order before insert on steps
when new.follows is not null
    and not exists (
        select 1 from steps where id = new.follows and table_id = new.table_id and revision < new.revision
    )
    -- what a press did before is not done again, and nothing is wrong with that
    and not exists (select 1 from steps where press = new.press and table_id = new.table_id)
begin
    select raise(abort, 'constraint failed: steps.revision');
end;

-- A step that is taken away by hand leaves a gap in the numbers, not a journal that ends before it.
create trigger steps_closed after delete on steps
begin
    update steps set follows = old.follows where follows = old.id;
end;
