set local lock_timeout = '5s';

-- Changes can expect a version. A process of the version before does not raise that of a price.
alter table pricing_strategies add column version integer not null default 1;

-- Lists of what has changed since a time, and in the order of changes.
create index customers_updated_idx on customers (organization_id, updated_at, id);
create index subscriptions_updated_idx on subscriptions (organization_id, updated_at, id);

-- Null until the first change that a process of this version makes: then the time of creation.
alter table discounts add column updated_at timestamptz;
create index discounts_updated_idx on discounts (organization_id, coalesce(updated_at, created_at), id);
