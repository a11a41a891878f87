set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The same sums as usage_days and model_rollups for all customers of an organization together, so that
-- the whole of it is as quick to read as one of them. Every lane that writes has a slot of its own, so
-- that none waits for another; whoever reads adds them up. Costs of later are in slot 0.
create table organization_days (
  organization_id uuid not null,
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  slot smallint not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint organization_days_pkey primary key (organization_id, day, agent_id, signal_id, slot)
) with (fillfactor = 50);
select app.place('organization_days', 'local');
insert into organization_days (organization_id, day, agent_id, signal_id, slot, event_count,
  quantity, cost, uncosted_event_count)
select organization_id, day, agent_id, signal_id, 0, sum(event_count), sum(quantity), sum(cost),
  sum(uncosted_event_count)
from usage_days group by 1, 2, 3, 4;

create table organization_models (
  organization_id uuid not null,
  day date not null,
  provider text not null,
  model text not null,
  slot smallint not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  constraint organization_models_pkey primary key (organization_id, day, provider, model, slot)
) with (fillfactor = 50);
select app.place('organization_models', 'local');
insert into organization_models (organization_id, day, provider, model, slot, service_count,
  input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, quantity, cost)
select organization_id, (bucket at time zone 'UTC')::date, provider, model, 0, sum(service_count),
  sum(input_tokens), sum(output_tokens), sum(cache_read_tokens), sum(cache_write_tokens),
  sum(quantity), sum(cost)
from model_rollups group by 1, 2, 3, 4;

-- All agents and signals of a customer together: for who did most.
create table customer_days (
  customer_id uuid not null,
  day date not null,
  is_backfill boolean not null,
  organization_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint customer_days_pkey primary key (customer_id, day, is_backfill)
) with (fillfactor = 75);
create index customer_days_organization_idx on customer_days (organization_id, day);
select app.place('customer_days', 'distributed', 'customer_id');
insert into customer_days (customer_id, day, is_backfill, organization_id, event_count, quantity,
  cost, uncosted_event_count)
select customer_id, day, is_backfill, organization_id, sum(event_count), sum(quantity), sum(cost),
  sum(uncosted_event_count)
from usage_days group by 1, 2, 3, 4;
