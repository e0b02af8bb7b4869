-- Faces.

-- whether the pictures show the person's own avatar
alter table person_settings add column face integer;
-- whether what everybody sees in the server shows those of people
alter table server_settings add column faces integer;
