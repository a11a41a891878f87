set local lock_timeout = '5s';

-- Which kept earnings no longer follow from the facts. A transaction that changes a fact inserts a row with all
-- customers whose earnings it affects, and the days. The refresher deletes the row once it has written them again.
-- The first customer places the row on the node of the facts. -infinity and infinity: all days.
create table earning_marks (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  customer_ids uuid[] not null,
  first_days date[] not null,
  last_days date[] not null,
  marked_at timestamptz not null,
  constraint earning_marks_pkey primary key (customer_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index earning_marks_organization_idx on earning_marks (organization_id, marked_at);
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
