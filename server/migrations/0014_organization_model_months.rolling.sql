set local lock_timeout = '5s';

-- The sums of organization_models by month.
create table organization_model_months (
  organization_id uuid not null,
  month date not null,
  provider text not null,
  model text not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  constraint organization_model_months_pkey primary key (organization_id, month, provider, model)
);
select app.place('organization_model_months', 'local');

alter table closed_sums drop constraint closed_sums_sums_check;
alter table closed_sums add constraint closed_sums_sums_check
  check (sums in (
    'organization_months', 'organization_model_months', 'customer_months', 'usage_months', 'customer_model_days',
    'customer_model_months', 'work_model_days', 'work_model_to_date', 'work_model_months'
  ));
