-- What Discord refused in the last ten minutes: too much of it bans the host, whichever process sent it. At most 61 rows, each for
-- ten seconds; they are written anew as a whole.
create table refusals (
    -- the last of them
    at integer not null,
    many integer not null
) strict;
