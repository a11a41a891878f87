set local lock_timeout = '5s';

-- Changes can expect a version. A process of the version before does not raise that of a price.
alter table pricing_strategies add column version integer not null default 1;

-- Lists of what has changed since a time, and in the order of changes.
create index customers_updated_idx on customers (organization_id, updated_at, id);
create index subscriptions_updated_idx on subscriptions (organization_id, updated_at, id);
