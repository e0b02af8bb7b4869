-- When the bot opened a session at Discord's gateway: a day holds only so many. One row for each, kept for a day.
create table identifies (
    -- whose limit it counts against
    application integer not null,
    at integer not null
) strict;

create index identifies_of on identifies (application, at);
