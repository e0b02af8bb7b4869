-- The word in the channel above a thread that its table cannot be shown there.

-- its message, as long as that stands: it goes once the table is shown there again, or is over
alter table tables add column word integer;
