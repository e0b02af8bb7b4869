-- Threads, rated tables, desks, settings, and results that tell who left and who stepped in.

-- the channel whose thread the table's channel is; null if the table stands in a channel
alter table tables add column parent integer;
-- the board that stood before the present one, until it is deleted
alter table tables add column former integer;
-- whether its result counts for the leaderboard, if two people or more play
alter table tables add column rated integer not null default 1;

-- 'played' to the end, 'left' before it, or 'stepped_in' for somebody who had left
alter table results add column part text not null default 'played';
-- how many seats the game had
alter table results add column seats integer not null default 4;
update results set seats = (select tables.seats from tables where tables.id = results.table_id);

create index results_person on results (person, server, finished_at);
-- with all that a leaderboard counts
drop index results_board;
create index results_board on results (server, game, casual, finished_at, person, outcome, points, place);

-- the game of a channel that ended last, and what ended lately
create index tables_ended_in on tables (channel, ended_at) where ended_at is not null and start is not null;
create index tables_ended on tables (ended_at) where ended_at is not null;

-- What belongs to the owner of a seat and not to the game. It raises no revision.
create table desks (
    table_id text not null references tables (id),
    seat integer not null,
    -- whose desk it is: another person finds an empty one
    person integer not null,
    -- 'melds', 'colours' or 'own', and behind it the owner's own order of tiles in text notation
    arrangement text not null,
    auto_draw integer not null,
    -- JSON of the move that is tried when the turn comes, or of what became of it
    prepared text,
    primary key (table_id, seat)
) strict, without rowid;

-- What a person wants everywhere; null where they have not said.
create table person_settings (
    person integer primary key not null,
    language text,
    arrangement text,
    auto_draw integer,
    -- whether they are called when the table waits for them
    pings integer
) strict;

-- What a server wants; null where nobody has said.
create table server_settings (
    server integer primary key not null,
    language text,
    preset text,
    level text,
    rated integer,
    threads integer
) strict;
