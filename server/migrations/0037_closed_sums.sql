set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Sums of days and months that are over, made by a job. A row of closed_sums says that the sums of this
-- time stand in the table of that name, and are equal to what they add up. Whoever writes usage of the
-- time later takes the row away in the same transaction: the days are read again until the job has been.
create table closed_sums (
  organization_id uuid not null,
  start date not null,
  sums text not null constraint closed_sums_sums_check
    check (sums in ('customer_months', 'usage_months', 'customer_model_days', 'customer_model_months',
      'work_model_days', 'work_model_months')),
  -- `gathering` while they are made, by one attempt; `left_out` where they would save too little.
  state text not null constraint closed_sums_state_check
    check (state in ('gathering', 'ready', 'left_out')),
  attempt uuid not null,
  constraint closed_sums_pkey primary key (organization_id, start, sums)
);
select app.place('closed_sums', 'local');

-- The sums of usage_days and customer_days by month.
create table usage_months (
  customer_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  organization_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  rejected_quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint usage_months_pkey primary key (customer_id, agent_id, month, signal_id)
);
create index usage_months_organization_idx on usage_months (organization_id, month);
select app.place('usage_months', 'distributed', 'customer_id');

create table customer_months (
  customer_id uuid not null,
  month date not null,
  organization_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint customer_months_pkey primary key (customer_id, month)
);
create index customer_months_organization_idx on customer_months (organization_id, month);
select app.place('customer_months', 'distributed', 'customer_id');

-- The sums of model_rollups of all customers together: which models were behind which work.
create table work_model_days (
  organization_id uuid not null,
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  constraint work_model_days_pkey
    primary key (organization_id, day, agent_id, signal_id, provider, model)
);
select app.place('work_model_days', 'local');

create table work_model_months (
  organization_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  constraint work_model_months_pkey
    primary key (organization_id, month, agent_id, signal_id, provider, model)
);
select app.place('work_model_months', 'local');

-- The same sums of the customers who use much: of the others there are no rows.
create table customer_model_days (
  customer_id uuid not null,
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  organization_id uuid not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  constraint customer_model_days_pkey
    primary key (customer_id, day, agent_id, signal_id, provider, model)
);
create index customer_model_days_org_idx on customer_model_days (organization_id, day);
select app.place('customer_model_days', 'distributed', 'customer_id');

create table customer_model_months (
  customer_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  organization_id uuid not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  constraint customer_model_months_pkey
    primary key (customer_id, month, agent_id, signal_id, provider, model)
);
create index customer_model_months_org_idx on customer_model_months (organization_id, month);
select app.place('customer_model_months', 'distributed', 'customer_id');

-- A process of an older version, which takes no row of closed_sums away, is refused.
alter table organization_days rename column slot to writer_slot;
