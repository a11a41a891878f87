set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would draw promotional credit after tax, and credit that has expired.

-- The terms of credit. What is left of a grant is the sum of its rows in customer_credits.
create table credit_grants (
  customer_id uuid not null constraint credit_grants_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  currency text not null,
  kind text not null
    constraint credit_grants_kind_check check (kind in ('paid', 'promotional', 'correction')),
  -- What was granted; never changed.
  amount numeric not null constraint credit_grants_amount_check check (amount > 0),
  -- A lower number is drawn first.
  priority smallint not null constraint credit_grants_priority_check check (priority between 0 and 100),
  -- Valid from, and until before. Null: without end.
  effective_at timestamptz not null,
  expires_at timestamptz,
  -- What gave the credit, once: a request (the grant itself), a paid top-up (its invoice), a negative invoice (itself),
  -- or a draw that was given back after its grant had expired (its row in customer_credits).
  source text not null
    constraint credit_grants_source_check check (source in ('manual', 'top_up', 'invoice', 'returned')),
  source_id uuid not null,
  name text not null,
  -- When the clock books what is left as expired: after the expiry, once no period that it touches is open. Null:
  -- booked, or without end.
  closes_at timestamptz,
  created_at timestamptz not null,
  constraint credit_grants_pkey primary key (customer_id, id),
  constraint credit_grants_time_check check (expires_at is null or expires_at >= effective_at)
);
create unique index credit_grants_source_key on credit_grants (customer_id, source, source_id);
create index credit_grants_organization_idx on credit_grants (organization_id);
create index credit_grants_closing_idx on credit_grants (closes_at, id) where closes_at is not null;
select app.place('credit_grants', 'distributed', 'customer_id');

-- Null: credit of corrections before there were grants.
alter table customer_credits add column grant_id uuid;
alter table customer_credits drop constraint customer_credits_kind_check;
alter table customer_credits add constraint customer_credits_kind_check
  check (kind in ('invoice', 'void', 'payout', 'grant', 'expiry', 'refund'));
alter table customer_credits drop constraint customer_credits_source_check;
alter table customer_credits add constraint customer_credits_source_check
  check ((kind in ('invoice', 'void')) = (invoice_id is not null));
alter table customer_credits add constraint customer_credits_granted_check
  check (kind in ('invoice', 'void', 'payout') or grant_id is not null);
alter table customer_credits add constraint customer_credits_grant_fkey
  foreign key (customer_id, grant_id) references credit_grants (customer_id, id);

-- Promotional credit that an invoice used before tax, by grant and billing period; negative: given back.
create table invoice_promotions (
  customer_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  organization_id uuid not null,
  grant_id uuid not null,
  name text not null,
  amount numeric not null,
  billing_period_start timestamptz not null,
  constraint invoice_promotions_pkey primary key (customer_id, invoice_id, "position"),
  constraint invoice_promotions_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id) on delete cascade
);
select app.place('invoice_promotions', 'distributed', 'customer_id');

alter table invoices add column promotion_total numeric not null default 0;
