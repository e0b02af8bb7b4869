-- Places that the bot cannot reach.

-- why the place of a table could not be reached when its people were told so ('thrown_out', 'gone', 'closed'); null once
-- the table is shown there again
alter table tables add column barrier text;
