set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Months are never changed, and always asked of a customer's work for one agent: with the sums in the key,
-- those of a year are on one or two pages instead of twelve.
alter table usage_months drop constraint usage_months_pkey;
alter table usage_months add constraint usage_months_pkey
  primary key (customer_id, agent_id, month, signal_id)
  include (organization_id, event_count, quantity, rejected_quantity, cost, uncosted_event_count);

-- Whole days are read and made anew, never one row: a key of all that a row tells apart was larger than the
-- table. `place` only numbers the rows of a day. What there is of days is made again by the job.
delete from closed_sums where sums in ('customer_model_days', 'work_model_days');
truncate work_model_days;
alter table work_model_days drop constraint work_model_days_pkey;
alter table work_model_days add column place integer not null;
alter table work_model_days add constraint work_model_days_pkey
  primary key (organization_id, day, place);
truncate customer_model_days;
alter table customer_model_days drop constraint customer_model_days_pkey;
alter table customer_model_days add column place integer not null;
alter table customer_model_days add constraint customer_model_days_pkey
  primary key (customer_id, day, place);
