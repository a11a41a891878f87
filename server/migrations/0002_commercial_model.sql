set local lock_timeout = '5s';

-- What an operator says about itself, and about whom it bills.

alter table organizations add column currency text not null default 'USD';
alter table organizations
  add column allow_overlapping_subscriptions boolean not null default false;

alter table customers add column email text;
alter table customers add column phone text;
alter table customers add column address_line1 text;
alter table customers add column address_line2 text;
alter table customers add column city text;
alter table customers add column state text;
alter table customers add column zip_code text;
alter table customers add column country text;
alter table customers add column timezone text not null default 'UTC';
alter table customers add column status text not null default 'active';
alter table customers add constraint customers_status_check
  check (status in ('active', 'inactive', 'suspended'));
alter table customers add column billing_contact_name text;
alter table customers add column billing_contact_email text;
alter table customers add column net_terms integer not null default 30;
alter table customers add constraint customers_net_terms_check check (net_terms >= 0);
alter table customers add column invoice_email_recipients text[] not null default '{}';
-- json, not jsonb: it is the operator's, and comes back as it was sent.
alter table customers add column metadata json not null default '{}';
create index customers_organization_idx on customers (organization_id, created_at, id);

alter table agents add column description text;
alter table agents add column is_active boolean not null default true;
alter table agents add column context json not null default '{}';
create index agents_organization_idx on agents (organization_id, created_at, id);

alter table signals add column description text;
alter table signals add column is_active boolean not null default true;
create index signals_organization_idx on signals (organization_id, created_at, id);

-- Plans and prices ------------------------------------------------------------------------------

create table pricing_plans (
  id uuid constraint pricing_plans_pkey primary key,
  organization_id uuid not null
    constraint pricing_plans_organization_fkey references organizations (id),
  name text not null,
  description text,
  features_list json not null,
  currency text not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index pricing_plans_organization_idx on pricing_plans (organization_id, created_at, id);
select app.place('pricing_plans', 'reference');

create table pricing_plan_agents (
  plan_id uuid not null constraint pricing_plan_agents_plan_fkey references pricing_plans (id),
  agent_id uuid not null constraint pricing_plan_agents_agent_fkey references agents (id),
  organization_id uuid not null,
  created_at timestamptz not null,
  constraint pricing_plan_agents_pkey primary key (plan_id, agent_id)
);
create index pricing_plan_agents_agent_idx on pricing_plan_agents (agent_id);
select app.place('pricing_plan_agents', 'reference');

create table pricing_strategies (
  id uuid constraint pricing_strategies_pkey primary key,
  organization_id uuid not null,
  plan_id uuid not null constraint pricing_strategies_plan_fkey references pricing_plans (id),
  name text not null,
  charge_type text not null constraint pricing_strategies_charge_type_check
    check (charge_type in ('usage', 'recurring', 'seat_based', 'onetime')),
  pricing_model text constraint pricing_strategies_pricing_model_check
    check (pricing_model in ('flat', 'graduated', 'volume', 'credit_pool')),
  signal_id uuid constraint pricing_strategies_signal_fkey references signals (id),
  rate numeric constraint pricing_strategies_rate_check check (rate >= 0),
  tiers jsonb,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint pricing_strategies_usage_check check (
    (charge_type = 'usage') = (signal_id is not null)
    and (charge_type = 'usage') = (pricing_model is not null)
  ),
  constraint pricing_strategies_price_check check (
    case when coalesce(pricing_model, 'flat') = 'flat'
      then rate is not null and tiers is null
      else rate is null and tiers is not null
    end
  )
);
create unique index pricing_strategies_usage_key on pricing_strategies (plan_id, signal_id)
  where charge_type = 'usage' and deleted_at is null;
create index pricing_strategies_plan_idx on pricing_strategies (plan_id, created_at, id);
create index pricing_strategies_signal_idx on pricing_strategies (signal_id);
select app.place('pricing_strategies', 'reference');

-- Subscriptions ---------------------------------------------------------------------------------

create table subscriptions (
  customer_id uuid not null
    constraint subscriptions_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  plan_id uuid not null constraint subscriptions_plan_fkey references pricing_plans (id),
  agent_id uuid not null constraint subscriptions_agent_fkey references agents (id),
  status text not null constraint subscriptions_status_check
    check (status in ('upcoming', 'active', 'ended')),
  start_date date not null,
  -- One of the two, or neither: the last day, or an exact, exclusive end.
  end_date date,
  end_at timestamptz,
  is_forever boolean not null,
  -- The dates above as instants, in the zone that applies: [starts_at, ends_at).
  starts_at timestamptz not null,
  ends_at timestamptz,
  billing_cycle text not null constraint subscriptions_billing_cycle_check
    check (billing_cycle in ('monthly', 'yearly', 'custom')),
  custom_cycle_days integer constraint subscriptions_cycle_days_check
    check (custom_cycle_days between 1 and 3660),
  billing_day smallint constraint subscriptions_billing_day_check
    check (billing_day between 1 and 31),
  -- Where the cycle counts from when it is not the start date.
  anchor_date date,
  billing_model text not null constraint subscriptions_billing_model_check
    check (billing_model in ('subscription', 'usage', 'hybrid')),
  timezone text,
  net_terms integer not null constraint subscriptions_net_terms_check check (net_terms >= 0),
  auto_collect_payment boolean not null,
  seats_count integer not null constraint subscriptions_seats_check check (seats_count >= 0),
  prorated_amount numeric,
  invoice_memo text,
  subscription_details json not null,
  metadata json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint subscriptions_pkey primary key (customer_id, id),
  constraint subscriptions_end_check check (end_date is null or end_at is null),
  constraint subscriptions_cycle_check
    check ((billing_cycle = 'custom') = (custom_cycle_days is not null))
);
create index subscriptions_id_idx on subscriptions (id);
create index subscriptions_organization_idx on subscriptions (organization_id, created_at, id);
create index subscriptions_plan_idx on subscriptions (plan_id, agent_id);
create index subscriptions_agent_idx on subscriptions (customer_id, agent_id, starts_at);
create index subscriptions_start_idx on subscriptions (starts_at)
  where status = 'upcoming' and deleted_at is null;
create index subscriptions_end_idx on subscriptions (ends_at)
  where status <> 'ended' and deleted_at is null;
select app.place('subscriptions', 'distributed', 'customer_id');

create table subscription_changes (
  customer_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  organization_id uuid not null,
  changed_at timestamptz not null,
  -- Who: api_key:<id>, or system for what the clock brought about.
  actor text not null,
  -- [{"field": "seatsCount", "from": 3, "to": 5}]
  changes jsonb not null,
  constraint subscription_changes_pkey primary key (customer_id, id),
  constraint subscription_changes_subscription_fkey
    foreign key (customer_id, subscription_id) references subscriptions (customer_id, id)
);
create index subscription_changes_list_idx
  on subscription_changes (customer_id, subscription_id, changed_at, id);
select app.place('subscription_changes', 'distributed', 'customer_id');

-- First answers to POST requests that carried an Idempotency-Key, replayed for a day.
create table idempotent_requests (
  organization_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  -- Null while the first request is still being answered.
  response_status smallint,
  response_body text,
  constraint idempotent_requests_pkey primary key (organization_id, idempotency_key)
);
create index idempotent_requests_age_idx on idempotent_requests (created_at);
select app.place('idempotent_requests', 'local');
