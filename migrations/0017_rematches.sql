-- Which table one plays once more: those who press *Rematch* after a restart find it, and its lobby names who is still missing.
-- Of older tables that is not known.
alter table tables add column again text;
