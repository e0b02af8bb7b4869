-- Cards and units.

-- whether the suits of cards are printed in four colours: for a person's own eyes, and on what everybody sees
alter table person_settings add column four_colours integer;
alter table server_settings add column four_colours integer;
-- whether games with stakes are played for units
alter table server_settings add column units integer;
