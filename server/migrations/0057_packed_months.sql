set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The days of a month that is over, of a customer's work of one kind in one row: a year of them is then read
-- from a tenth of the rows. Made by the job that closes months; all arrays are in the order of the days.
create table packed_usage_months (
  customer_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  organization_id uuid not null,
  days date[] not null,
  event_counts integer[] not null,
  -- What was not rejected.
  billable numeric[] not null,
  costs numeric[] not null,
  -- Null where all are costed.
  uncosted_event_counts integer[],
  constraint packed_usage_months_pkey primary key (customer_id, agent_id, month, signal_id)
);
create index packed_usage_months_organization_idx on packed_usage_months (organization_id, month);
select app.place('packed_usage_months', 'distributed', 'customer_id');

-- Months of before are found open for these sums, and made by the job.
alter table closed_sums drop constraint closed_sums_sums_check;
alter table closed_sums add constraint closed_sums_sums_check
  check (sums in ('organization_months', 'customer_months', 'usage_months', 'packed_usage_months',
    'customer_model_days', 'customer_model_months', 'work_model_days', 'work_model_months'));
