-- Format 1. Migrations are never edited once released.

-- A table and what is fixed when it opens; places are the front's.
create table tables (
    id text primary key not null,
    game text not null,
    rules_version text not null,
    -- JSON
    options text not null,
    seats integer not null,
    -- who plays on free and left seats: the level of a computer
    level text not null,
    preset text not null,
    language text not null,
    secret blob not null,
    server integer,
    channel integer not null,
    board integer,
    lobby integer,
    start integer,
    ping integer,
    opened_at integer not null,
    -- null while the table lives
    ended_at integer
) strict;

create index tables_live on tables (opened_at) where ended_at is null;

-- The journal: every accepted change of a table. It names seats, never people.
create table steps (
    table_id text not null references tables (id),
    revision integer not null,
    format integer not null,
    cause text not null,
    -- the seat that caused it
    actor integer,
    -- the interaction that caused it
    press integer,
    -- JSON
    changes text not null,
    at integer not null,
    primary key (table_id, revision)
) strict, without rowid;

-- A press has at most one effect.
create unique index steps_press on steps (table_id, press) where press is not null;

-- Who sat down on a seat with which step; the journal says when they got up.
create table seatings (
    table_id text not null references tables (id),
    seat integer not null,
    from_revision integer not null,
    person integer not null,
    primary key (table_id, seat, from_revision)
) strict, without rowid;

create index seatings_person on seatings (person);

-- What a finished game was for each person.
create table results (
    table_id text not null references tables (id),
    seat integer not null,
    person integer not null,
    server integer,
    game text not null,
    place integer not null,
    outcome text not null,
    points integer not null,
    casual integer not null,
    finished_at integer not null,
    primary key (table_id, seat, person)
) strict, without rowid;

create index results_board on results (server, game, casual, finished_at, person);

-- When the process was last known to live: one row.
create table process (
    id integer primary key not null check (id = 1),
    alive_at integer not null
) strict;

-- When no process ran: deadlines move by this.
create table outages (
    began_at integer primary key not null,
    ended_at integer not null
) strict;
