-- Fair shares: how many tables a server wants to have open at once; null where nobody has said.
alter table server_settings add column most_tables integer;
