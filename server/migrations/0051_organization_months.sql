set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The sums of organization_days by month, made by the job that closes months. Writers take the row that
-- says so away as they do with all sums of months.
create table organization_months (
  organization_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint organization_months_pkey primary key (organization_id, month, agent_id, signal_id)
);
select app.place('organization_months', 'local');

alter table closed_sums drop constraint closed_sums_sums_check;
alter table closed_sums add constraint closed_sums_sums_check
  check (sums in ('organization_months', 'customer_months', 'usage_months', 'customer_model_days',
    'customer_model_months', 'work_model_days', 'work_model_months'));
