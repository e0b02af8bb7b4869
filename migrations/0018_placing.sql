-- Places that an update told by other house rules are told anew while people play: how far that is, so that a start after a kill
-- goes on there.

-- one row, once a first lot is done: every table up to this one was looked at
create table placing (
    id integer primary key not null check (id = 1),
    after text not null
) strict;
