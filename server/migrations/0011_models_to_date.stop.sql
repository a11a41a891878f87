set local lock_timeout = '5s';

-- The sums of work_model_days from the start of the month to the end of a day: part of a month is the difference of two
-- rows of each model.
create table work_model_to_date (
  organization_id uuid not null,
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  service_count bigint not null,
  cost numeric not null,
  place integer not null,
  units numeric not null,
  event_count numeric not null,
  uncosted_event_count numeric not null,
  constraint work_model_to_date_pkey primary key (organization_id, day, place)
);
select app.place('work_model_to_date', 'local');

alter table closed_sums drop constraint closed_sums_sums_check;
alter table closed_sums add constraint closed_sums_sums_check
  check (sums in (
    'organization_months', 'customer_months', 'usage_months', 'customer_model_days', 'customer_model_months',
    'work_model_days', 'work_model_to_date', 'work_model_months'
  ));
