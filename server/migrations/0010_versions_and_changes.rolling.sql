set local lock_timeout = '5s';

-- Changes can expect a version. A process of the version before does not raise that of a price.
alter table pricing_strategies add column version integer not null default 1;
