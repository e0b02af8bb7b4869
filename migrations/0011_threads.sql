-- The threads that were asked for before their tables stand in the journal, and tables that were not opened after all: who finds
-- one at the next start takes it away.

create table threads_asked_for (
    -- Discord gives a thread the number of the message at which it begins
    thread integer primary key not null,
    -- where that message stands
    channel integer not null
) strict;
