set local lock_timeout = '5s';

-- Where invoice dates were moved, the period under way begins on moved_period_date and ends on
-- anchor_date, from which the present terms count. Both are null while they never were.
alter table subscriptions add column moved_period_date date;
alter table subscriptions add constraint subscriptions_moved_check
  check ((anchor_date is null) = (moved_period_date is null));

-- What the periods before a move followed from, so that they stay as they were: one row for each
-- time that invoice dates were moved.
create table subscription_past_terms (
  customer_id uuid not null,
  subscription_id uuid not null,
  -- The first day of the terms and, exclusive, their last.
  from_date date not null,
  until_date date not null,
  organization_id uuid not null,
  -- The start of the one period before from_date that an earlier move had made.
  moved_period_date date,
  billing_cycle text not null,
  custom_cycle_days integer,
  billing_day smallint,
  created_at timestamptz not null,
  constraint subscription_past_terms_pkey primary key (customer_id, subscription_id, from_date),
  constraint subscription_past_terms_sub_fkey
    foreign key (customer_id, subscription_id) references subscriptions (customer_id, id)
);
select app.place('subscription_past_terms', 'distributed', 'customer_id');
