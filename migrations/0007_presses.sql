-- Presses of all tables in their order.

-- A press has at most one effect. The numbers of presses grow with time, so those of all tables that are played now stand
-- together at the end: a batch touches one page of this index, and not one for every table in it.
drop index steps_press;
create unique index steps_press on steps (press, table_id) where press is not null;
