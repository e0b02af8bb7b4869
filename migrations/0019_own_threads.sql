-- The game of a channel that ended last is found at once, however many have ended there of which it is not known whether the bot
-- made their threads, or whose records are gone.

drop index tables_ended_under;
create index tables_ended_under on tables (parent, ended_at)
where parent is not null and own_thread = 1 and ended_at is not null and start is not null and (journal is null or journal = 'packed');
drop index tables_ended_in;
create index tables_ended_in on tables (channel, ended_at)
where ended_at is not null and start is not null and (journal is null or journal = 'packed');

-- A further game in a thread that the bot made was opened as if somebody else had made it.
update tables set own_thread = 1
where own_thread = 0 and parent is not null
    and exists (select 1 from tables as own where own.channel = tables.channel and own.own_thread = 1);
