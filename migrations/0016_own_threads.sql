-- Whether the bot made the thread in which a table stands, at a line of its own in the channel above: that says how the game ended.
-- Of older tables that is not known.
alter table tables add column own_thread integer not null default 0;
