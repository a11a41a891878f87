set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- Costs by UTC day that are no part of usage_cost: what services with a key of the customer cost the customer, and the
-- costs that gateways reported. A service without such a cost has no row.
create table other_cost_days (
  customer_id uuid not null,
  kind text not null constraint other_cost_days_kind_check check (kind in ('customer_paid', 'reported')),
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  is_backfill boolean not null,
  organization_id uuid not null,
  service_count bigint not null,
  -- Of the services whose price is known, at the rates of the organization.
  computed_cost numeric not null,
  uncomputed_count bigint not null,
  reported_cost numeric not null,
  uncomputed_reported_cost numeric not null,
  constraint other_cost_days_pkey primary key (customer_id, kind, day, agent_id, signal_id, provider, model, is_backfill)
) with (fillfactor = 75);
create index other_cost_days_organization_idx on other_cost_days (organization_id, kind, day);
select app.place('other_cost_days', 'distributed', 'customer_id');
