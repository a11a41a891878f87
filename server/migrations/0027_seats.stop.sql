set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would bill the first number of seats for all days.

-- Numbers of seats from a day on. subscriptions.seats_count is the number before the first one.
create table subscription_seats (
  customer_id uuid not null,
  subscription_id uuid not null,
  -- A calendar day in the time zone of the subscription.
  from_date date not null,
  organization_id uuid not null,
  seats integer not null constraint subscription_seats_seats_check check (seats >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint subscription_seats_pkey primary key (customer_id, subscription_id, from_date),
  constraint subscription_seats_subscription_fkey
    foreign key (customer_id, subscription_id) references subscriptions (customer_id, id)
);
create index subscription_seats_organization_idx on subscription_seats (organization_id);
select app.place('subscription_seats', 'distributed', 'customer_id');

-- The sum of the seats over the days of the period before the line. Null: quantity × days_before.
alter table invoice_lines add column seat_days_before bigint;
