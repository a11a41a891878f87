set local lock_timeout = '5s';

-- Which kept earnings no longer follow from the facts. A transaction that changes a fact inserts a row with all
-- customers whose earnings it affects, and the range of their days. The refresher deletes the row once it has written them again.
-- The first customer places the row on the node of the facts. -infinity and infinity: all days.
create table earning_marks (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  customer_ids uuid[] not null,
  first_day date not null,
  last_day date not null,
  marked_at timestamptz not null,
  constraint earning_marks_pkey primary key (organization_id, id, customer_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
select app.place('earning_marks', 'distributed', 'customer_id');

-- Changes that affect many customers: those of a plan, or all of an organization. The refresher turns a row into
-- marks, page by page in the order of customers.
create table earning_sweeps (
  organization_id uuid not null,
  id uuid not null,
  plan_id uuid,
  done_until uuid,
  marked_at timestamptz not null,
  constraint earning_sweeps_pkey primary key (organization_id, id)
);
select app.place('earning_sweeps', 'local');

-- How far the earnings of a customer are kept, and how often they were written: a slow refresh never overwrites a
-- newer one. kept_until is exclusive.
create table earning_states (
  customer_id uuid not null,
  organization_id uuid not null,
  revision bigint not null,
  kept_until date not null,
  written_at timestamptz not null,
  constraint earning_states_pkey primary key (customer_id)
);
create index earning_states_organization_idx on earning_states (organization_id, kept_until);
select app.place('earning_states', 'distributed', 'customer_id');

-- What a subscription earned on each day of a month, and what its work cost. days are days of the month; the other
-- arrays have one value for each of them, null arrays have zeros. Totals are the sums of the arrays: a window reads
-- the days of its first and last month only. For kinds see earnings/compute/kept-kinds.ts.
-- The zero id stands for none, such as the subscription of work that belongs to none.
create table earned_months (
  customer_id uuid not null,
  month date not null,
  subscription_id uuid not null,
  kind smallint not null,
  source_id uuid not null,
  organization_id uuid not null,
  plan_id uuid not null,
  agent_id uuid not null,
  signal_id uuid not null,
  currency text not null,
  days smallint[] not null,
  quantity numeric[],
  earned numeric[],
  invoiced numeric[],
  realised numeric[],
  realised_invoiced numeric[],
  cost numeric[],
  event_count integer[],
  uncosted_event_count integer[],
  quantity_total numeric,
  earned_total numeric,
  invoiced_total numeric,
  realised_total numeric,
  realised_invoiced_total numeric,
  cost_total numeric,
  event_count_total bigint,
  uncosted_event_count_total bigint,
  constraint earned_months_pkey primary key (customer_id, month, subscription_id, kind, source_id)
) with (toast_tuple_target = 256);
create index earned_months_organization_idx on earned_months (organization_id, month);
select app.place('earned_months', 'distributed', 'customer_id');

-- The sums of earned_months of a customer. The arrays run within the month, the columns "before" are the sums of all
-- earlier months: a window of any length is the difference of two values. From the first month of a currency, there
-- is a row for each month that is kept, also without days. Revenue is in the currency, costs are in USD.
create table customer_earned_months (
  customer_id uuid not null,
  month date not null,
  currency text not null,
  organization_id uuid not null,
  days smallint[] not null,
  revenue_until numeric[] not null,
  cost_until numeric[] not null,
  days_before integer not null,
  revenue_before numeric not null,
  cost_before numeric not null,
  constraint customer_earned_months_pkey primary key (customer_id, month, currency)
);
create index customer_earned_months_organization_idx
  on customer_earned_months (organization_id, month, customer_id, currency);
select app.place('customer_earned_months', 'distributed', 'customer_id');

-- What the invoices finalized on a UTC day billed of the days of a month, as running sums within the month. All rows
-- of a day add up to the invoiced amounts of earned_months.
create table customer_invoiced_months (
  customer_id uuid not null,
  month date not null,
  currency text not null,
  invoiced_on date not null,
  organization_id uuid not null,
  days smallint[] not null,
  invoiced_until numeric[] not null,
  constraint customer_invoiced_months_pkey primary key (customer_id, month, currency, invoiced_on)
);
create index customer_invoiced_months_organization_idx on customer_invoiced_months (organization_id, month);
select app.place('customer_invoiced_months', 'distributed', 'customer_id');

-- The sums of earned_months of all customers of an organization, by day.
create table organization_earned_days (
  organization_id uuid not null,
  day date not null,
  plan_id uuid not null,
  agent_id uuid not null,
  kind smallint not null,
  source_id uuid not null,
  currency text not null,
  signal_id uuid not null,
  quantity numeric not null,
  earned numeric not null,
  invoiced numeric not null,
  realised numeric not null,
  realised_invoiced numeric not null,
  cost numeric not null,
  event_count bigint not null,
  uncosted_event_count bigint not null,
  constraint organization_earned_days_pkey
    primary key (organization_id, day, plan_id, agent_id, kind, source_id, currency)
) with (fillfactor = 75);
select app.place('organization_earned_days', 'local');

-- The sums of customer_invoiced_months of all customers of an organization, by day.
create table organization_invoiced_days (
  organization_id uuid not null,
  day date not null,
  currency text not null,
  invoiced_on date not null,
  invoiced numeric not null,
  constraint organization_invoiced_days_pkey primary key (organization_id, day, currency, invoiced_on)
) with (fillfactor = 75);
select app.place('organization_invoiced_days', 'local');

-- The latest subscriptions, which answers list by name.
create index subscriptions_latest_idx on subscriptions (organization_id, starts_at, id) where deleted_at is null;

-- Days of closed months in one row were read for revenue, which is stored now.
drop table packed_usage_months;
delete from app.placement where name = 'packed_usage_months';
delete from closed_sums where sums = 'packed_usage_months';
alter table closed_sums drop constraint closed_sums_sums_check;
alter table closed_sums add constraint closed_sums_sums_check
  check (sums in (
    'organization_months', 'customer_months', 'usage_months', 'customer_model_days', 'customer_model_months',
    'work_model_days', 'work_model_months'
  ));

-- All earnings that exist are computed for the first time.
insert into earning_sweeps (organization_id, id, plan_id, done_until, marked_at)
select id, gen_random_uuid(), null, null, now() from organizations;
