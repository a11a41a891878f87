set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would record usage without settling the holds of its runs.

-- One row for each customer with holds. Decisions about a customer lock it, so that they follow one another; recording
-- never does.
create table control_accounts (
  customer_id uuid not null,
  organization_id uuid not null,
  created_at timestamptz not null,
  constraint control_accounts_pkey primary key (customer_id)
);
create index control_accounts_organization_idx on control_accounts (organization_id);
select app.place('control_accounts', 'distributed', 'customer_id');

-- What a run may cost. It is held of budgets while the run is open and not expired, and also while the cost of one of its
-- events is not known.
create table control_holds (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  run_id text not null,
  agent_id uuid not null,
  -- Null: the run may produce any signal of the agent.
  signal_id uuid,
  -- Authorised, in USD.
  cost numeric not null constraint control_holds_cost_check check (cost >= 0),
  quantity numeric not null constraint control_holds_quantity_check check (quantity >= 0),
  -- Cost of the run's events since the hold was made.
  used_cost numeric not null default 0,
  uncosted_event_count integer not null default 0
    constraint control_holds_uncosted_check check (uncosted_event_count >= 0),
  -- The first estimate, to be compared with what such runs cost.
  estimated_cost numeric not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  close_reason text constraint control_holds_reason_check check (close_reason in ('settled', 'released')),
  created_at timestamptz not null,
  constraint control_holds_pkey primary key (customer_id, id),
  constraint control_holds_closed_check check ((closed_at is null) = (close_reason is null))
) with (fillfactor = 80);
create unique index control_holds_run_key on control_holds (customer_id, run_id);
create index control_holds_open_idx on control_holds (customer_id, expires_at) where closed_at is null;
create index control_holds_uncosted_idx on control_holds (customer_id) where uncosted_event_count > 0;
create index control_holds_organization_idx on control_holds (organization_id, created_at, id);
create index control_holds_id_idx on control_holds (id);
create index control_holds_agent_idx on control_holds (organization_id, agent_id, signal_id, created_at);
select app.place('control_holds', 'distributed', 'customer_id');

create table budgets (
  id uuid not null,
  organization_id uuid not null constraint budgets_organization_fkey references organizations (id),
  name text not null,
  -- Null: any.
  customer_id uuid,
  agent_id uuid,
  signal_id uuid,
  -- False: over all customers together; such a budget only alerts, because no lock spans customers.
  is_per_customer boolean not null,
  measure text not null
    constraint budgets_measure_check check (measure in ('cost', 'quantity', 'revenue', 'margin', 'credit')),
  -- In the currency; of a margin the least percentage.
  amount numeric not null,
  currency text,
  -- Of a margin: what cost may exceed its share of the revenue by.
  tolerated_loss numeric,
  period text not null
    constraint budgets_period_check check (period in ('run', 'day', 'month', 'billing_period', 'rolling')),
  rolling_quarters integer constraint budgets_rolling_check check (rolling_quarters between 1 and 35040),
  -- In percent of the amount.
  thresholds numeric[] not null,
  action text not null constraint budgets_action_check check (action in ('alert', 'block')),
  on_unknown_cost text not null constraint budgets_unknown_cost_check check (on_unknown_cost in ('hold', 'block')),
  origin text not null constraint budgets_origin_check check (origin in ('operator', 'customer')),
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint budgets_pkey primary key (id),
  constraint budgets_window_check check ((period = 'rolling') = (rolling_quarters is not null)),
  constraint budgets_shared_check check (is_per_customer or (action = 'alert' and customer_id is null))
);
create index budgets_organization_idx on budgets (organization_id, created_at, id) where deleted_at is null;
select app.place('budgets', 'reference');

-- Checks of runs and previews of rules only read, and exports record usage: they are no changes.
drop index audit_log_change_idx;
create index audit_log_change_idx on audit_log (
  uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int))),
  requested_at
) where method not in ('GET', 'HEAD', 'OPTIONS') and path not in ('/v1/usage/record', '/v1/usage/estimate',
  '/v1/invoices/preview', '/v1/pricing-strategies/preview', '/v1/subscriptions/preview', '/v1/repricing-runs/preview',
  '/v1/guard/checks', '/v1/attribution-rules/preview', '/v1/otlp/v1/traces', '/v1/otlp/v1/logs', '/v1/otlp/v1/metrics',
  '/v1/ingest/litellm', '/v1/ingest/cloudevents');
