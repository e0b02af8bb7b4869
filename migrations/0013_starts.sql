-- What a start looks for is found at once, however many tables have ended.

-- the tables of a channel: a thread that was asked for may have its table after all
create index tables_in on tables (channel);

-- the pings that tables left behind
create index tables_pinging on tables (ping) where ping is not null and ended_at is not null;
