set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- How much of the work was each model's: units, events and those without a cost. The default is for rows of
-- before alone, which nobody reads any more: what there is is made again by the job. An older process, which
-- knows nothing of these columns, closes nothing and says so each hour. Months first, as whoever reads both.
alter table work_model_months add column units numeric not null default 0;
alter table work_model_months add column event_count numeric not null default 0;
alter table work_model_months add column uncosted_event_count numeric not null default 0;

alter table work_model_days add column units numeric not null default 0;
alter table work_model_days add column event_count numeric not null default 0;
alter table work_model_days add column uncosted_event_count numeric not null default 0;

alter table customer_model_months add column units numeric not null default 0;
alter table customer_model_months add column event_count numeric not null default 0;
alter table customer_model_months add column uncosted_event_count numeric not null default 0;

alter table customer_model_days add column units numeric not null default 0;
alter table customer_model_days add column event_count numeric not null default 0;
alter table customer_model_days add column uncosted_event_count numeric not null default 0;

alter table work_model_months alter column units drop default;
alter table work_model_months alter column event_count drop default;
alter table work_model_months alter column uncosted_event_count drop default;

alter table work_model_days alter column units drop default;
alter table work_model_days alter column event_count drop default;
alter table work_model_days alter column uncosted_event_count drop default;

alter table customer_model_months alter column units drop default;
alter table customer_model_months alter column event_count drop default;
alter table customer_model_months alter column uncosted_event_count drop default;

alter table customer_model_days alter column units drop default;
alter table customer_model_days alter column event_count drop default;
alter table customer_model_days alter column uncosted_event_count drop default;

delete from closed_sums where sums in ('customer_model_days', 'customer_model_months',
  'work_model_days', 'work_model_months');
