set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would decide by budgets of credit as if they were of cost.

-- A credit has no period.
alter table budgets drop constraint budgets_period_check;
alter table budgets add constraint budgets_period_check
  check (period in ('run', 'day', 'month', 'billing_period', 'rolling', 'none'));
alter table budgets add constraint budgets_credit_check check ((measure = 'credit') = (period = 'none'));

-- Of a credit: what was available of it, before what open runs held.
alter table guard_decisions add column available numeric;
alter table guard_decisions drop constraint guard_decisions_reason_check;
alter table guard_decisions add constraint guard_decisions_reason_check
  check (reason in ('budget_exceeded', 'unknown_cost', 'negative_credit'));
-- Null: no budget decided, the credit of the customer was negative.
alter table guard_decisions alter column budget_id drop not null;
alter table budget_alerts alter column budget_id drop not null;
alter table budget_alerts add column available numeric;
drop index budget_alerts_once_key;
create unique index budget_alerts_once_key on budget_alerts (coalesce(budget_id, customer_id),
  coalesce(customer_id, budget_id), window_starts_at, kind, threshold, amount);

-- Below this, credit is low. Null: the amount of the organization applies; there: never.
alter table customers add column low_credit_amount numeric;
alter table customers add constraint customers_low_credit_check check (low_credit_amount >= 0);
-- In the currency of the organization.
alter table organizations add column low_credit_amount numeric;
alter table organizations add constraint organizations_low_credit_check check (low_credit_amount >= 0);
-- Emails to customers, and to owners and admins.
alter table organizations add column email_on_credit boolean not null default true;
alter table organizations add column alert_on_credit boolean not null default true;

-- Each fall of credit below an amount, and each notice of its expiry, once: written with the outbox event, and on the
-- coordinator like it, so that one commit has both.
create table credit_alerts (
  id uuid not null,
  organization_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  kind text not null
    constraint credit_alerts_kind_check check (kind in ('low', 'depleted', 'budget', 'expiring')),
  -- The budget, the grant that expires, or the customer.
  subject_id uuid not null,
  -- Counts the falls; of a notice of expiry the days ahead.
  number integer not null,
  -- What was available fell below this; of a notice of expiry what is left of the grant.
  threshold numeric not null,
  balance numeric not null,
  promotional numeric not null,
  unbilled numeric not null,
  held numeric not null,
  -- Of a notice of expiry.
  expires_at timestamptz,
  created_at timestamptz not null,
  -- When what is available had risen again. Null: it has not.
  ended_at timestamptz,
  constraint credit_alerts_pkey primary key (id)
);
create unique index credit_alerts_once_key on credit_alerts (customer_id, currency, kind, subject_id, number);
create index credit_alerts_created_idx on credit_alerts (created_at);
select app.place('credit_alerts', 'local');

-- Owners and admins are emailed about either.
alter table budget_alert_mails add column is_of_credit boolean not null default false;

-- Customers whose credit changed, begins, expires or is to be announced.
create index customer_credits_created_idx on customer_credits (created_at);
create index credit_grants_beginning_idx on credit_grants (organization_id, effective_at);
create index credit_grants_expiry_idx on credit_grants (organization_id, expires_at) where closes_at is not null;

alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check check (kind in ('invoice', 'reminder', 'receipt', 'payment',
  'refund', 'void', 'portal_link', 'address_change', 'credit_low', 'credit_depleted', 'credit_expiring'));
