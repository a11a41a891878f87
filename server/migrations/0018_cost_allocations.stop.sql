set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would not end the rates of a month.

-- Amounts in USD for each month that are spread over the usage of a model. Only last_month and next_month change.
create table cost_allocations (
  id uuid not null,
  organization_id uuid not null,
  provider text not null,
  model text not null,
  amount numeric not null constraint cost_allocations_amount_check check (amount > 0),
  unit text not null
    constraint cost_allocations_unit_check check (unit in ('tokens', 'input_tokens', 'output_tokens', 'quantity')),
  -- First days of UTC months; the last one is included, and null means that it has no end.
  first_month date not null,
  last_month date,
  -- The first month that has not settled.
  next_month date not null,
  note text,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz not null,
  constraint cost_allocations_pkey primary key (id)
);
create index cost_allocations_organization_idx on cost_allocations (organization_id, created_at, id);
create index cost_allocations_open_idx on cost_allocations (organization_id, id)
  where last_month is null or next_month <= last_month;
select app.place('cost_allocations', 'local');

-- The months of an allocation that have begun: how each was last spread, and how it settled.
create table cost_allocation_months (
  allocation_id uuid not null,
  month date not null,
  organization_id uuid not null,
  -- The units that the amount was last spread over.
  units numeric not null,
  -- Null: nothing ran.
  cost_rate_id uuid,
  -- The day in business time on which the rate was computed.
  rated_on date,
  -- The run that prices the usage of the month by its settled rate.
  run_id uuid,
  settled_at timestamptz,
  constraint cost_allocation_months_pkey primary key (allocation_id, month)
);
select app.place('cost_allocation_months', 'local');

-- A rate of an allocation is for one month, and comes before all others.
alter table cost_rates add column effective_to timestamptz;
alter table cost_rates add column allocation_id uuid;
alter table cost_rates add column is_provisional boolean not null default false;
alter table cost_rates
  add constraint cost_rates_allocation_check check (
    case
      when allocation_id is null then effective_to is null and not is_provisional
      else effective_from < effective_to and model is not null and percent_off is null and service_tier is null
    end
  );
create index cost_rates_allocation_idx on cost_rates (allocation_id, effective_from) where allocation_id is not null;
