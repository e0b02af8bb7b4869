-- What is asked often is found at once.

-- with all that a leaderboard counts: points are those of games that were played to the end
drop index results_board;
create index results_board on results (server, game, casual, finished_at, person, outcome, points, place, part);

-- the game of a channel that ended last is looked for in its threads as well: every table that has ended was looked at in turn
create index tables_ended_under on tables (parent, ended_at) where parent is not null and ended_at is not null and start is not null;
