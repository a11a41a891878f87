set local lock_timeout = '5s';

-- Who sends the invoices, and by which rules ----------------------------------------------------

alter table organizations add column email text;
alter table organizations add column phone text;
alter table organizations add column address_line1 text;
alter table organizations add column address_line2 text;
alter table organizations add column city text;
alter table organizations add column state text;
alter table organizations add column zip_code text;
alter table organizations add column country text;
-- As it is printed, such as "VAT DE123456789".
alter table organizations add column tax_id text;
-- A data URL of a PNG or JPEG picture.
alter table organizations add column logo text;
alter table organizations add column invoice_footer text;
-- How long after the end of a period late usage still gets into its invoice.
alter table organizations add column grace_hours integer not null default 24;
alter table organizations add constraint organizations_grace_check
  check (grace_hours between 0 and 2160);
-- On which days after the due date a customer is reminded.
alter table organizations add column reminder_days integer[] not null default '{3,7,14}';

-- Business time of an organization, where somebody set it: it ticks on from there.
create table test_clocks (
  organization_id uuid constraint test_clocks_pkey primary key
    constraint test_clocks_organization_fkey references organizations (id),
  -- The business time that was set, and the real time when it was.
  set_to timestamptz not null,
  set_at timestamptz not null
);
select app.place('test_clocks', 'reference');

-- Discounts and taxes ---------------------------------------------------------------------------

create table coupons (
  id uuid constraint coupons_pkey primary key,
  organization_id uuid not null
    constraint coupons_organization_fkey references organizations (id),
  name text not null,
  percent_off numeric constraint coupons_percent_check
    check (percent_off > 0 and percent_off <= 100),
  amount_off numeric constraint coupons_amount_check check (amount_off > 0),
  currency text,
  duration text not null constraint coupons_duration_check
    check (duration in ('once', 'repeating', 'forever')),
  duration_periods integer constraint coupons_periods_check check (duration_periods > 0),
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint coupons_kind_check check ((percent_off is null) <> (amount_off is null)),
  constraint coupons_currency_check check ((amount_off is null) = (currency is null)),
  constraint coupons_repeating_check
    check ((duration = 'repeating') = (duration_periods is not null))
);
create index coupons_organization_idx on coupons (organization_id, created_at, id);
select app.place('coupons', 'reference');

create table tax_rates (
  id uuid constraint tax_rates_pkey primary key,
  organization_id uuid not null
    constraint tax_rates_organization_fkey references organizations (id),
  name text not null,
  description text,
  percentage numeric not null constraint tax_rates_percentage_check
    check (percentage >= 0 and percentage <= 100),
  is_inclusive boolean not null,
  -- Applies to every customer that has no tax rates of its own.
  is_default boolean not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index tax_rates_organization_idx on tax_rates (organization_id, created_at, id);
select app.place('tax_rates', 'reference');

alter table customers add column is_tax_exempt boolean not null default false;
-- Null: the organization's defaults apply.
alter table customers add column tax_rate_ids uuid[];
alter table customers add column tax_id text;

-- A coupon given to a customer, or to one of its subscriptions.
create table discounts (
  customer_id uuid not null
    constraint discounts_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  coupon_id uuid not null constraint discounts_coupon_fkey references coupons (id),
  -- Null: every subscription of the customer.
  subscription_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint discounts_pkey primary key (customer_id, id)
);
create index discounts_id_idx on discounts (id);
create index discounts_organization_idx on discounts (organization_id, created_at, id);
select app.place('discounts', 'distributed', 'customer_id');

-- Invoices --------------------------------------------------------------------------------------

-- Periods that ended before are invoiced on request only: back-dating must not mail a year of
-- invoices. In business time, unlike created_at.
alter table subscriptions add column invoiced_from timestamptz;
update subscriptions set invoiced_from = created_at;
alter table subscriptions alter column invoiced_from set not null;
-- The end of the period that the job invoices next; null when there is none left. It is a note for
-- the job, which works it out again from the terms.
alter table subscriptions add column next_period_end timestamptz;
update subscriptions set next_period_end = created_at where deleted_at is null;
create index subscriptions_period_end_idx on subscriptions (next_period_end)
  where next_period_end is not null and deleted_at is null;
-- Changes whenever proratedAmount is set, so that each setting is billed once.
alter table subscriptions add column prorated_amount_id uuid;
update subscriptions set prorated_amount_id = id where prorated_amount is not null;
alter table subscriptions add constraint subscriptions_prorated_check
  check ((prorated_amount is null) = (prorated_amount_id is null));

create table invoice_counters (
  organization_id uuid constraint invoice_counters_pkey primary key,
  last_number bigint not null
);
select app.place('invoice_counters', 'local');

create table invoices (
  customer_id uuid not null
    constraint invoices_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  subscription_id uuid not null,
  invoice_number text not null,
  status text not null constraint invoices_status_check
    check (status in ('draft', 'pending', 'issued', 'paid', 'overdue', 'void', 'refunded')),
  currency text not null,
  -- Made after the subscription has ended, for late usage and the like: it bills nothing of the time
  -- that its period names.
  is_closing boolean not null default false,
  -- [period_start, period_end): what is billed.
  period_start timestamptz not null,
  period_end timestamptz not null,
  net_terms integer not null,
  memo text,
  subtotal numeric not null,
  discount_total numeric not null,
  tax_total numeric not null,
  total numeric not null,
  -- What the work cost the operator, in USD whatever the currency.
  total_cost numeric not null,
  amount_paid numeric not null,
  amount_refunded numeric not null,
  -- Whoever knows it may pay this invoice: it is in the link of the e-mail.
  payment_token text not null,
  -- Business time, all of it but the last two.
  generated_at timestamptz not null,
  finalized_at timestamptz,
  issued_at timestamptz,
  due_date timestamptz not null,
  paid_at timestamptz,
  voided_at timestamptz,
  refunded_at timestamptz,
  -- A draft that became void because the billing periods were cut anew: unlike one that somebody
  -- voided, it keeps nobody from invoicing its time.
  is_superseded boolean not null default false,
  -- When the job collects the payment by itself; null when it does not.
  collect_at timestamptz,
  collect_attempts integer not null default 0,
  -- When the customer is next reminded; null when it is not.
  remind_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invoices_pkey primary key (customer_id, id),
  constraint invoices_subscription_fkey
    foreign key (customer_id, subscription_id) references subscriptions (customer_id, id),
  constraint invoices_period_check check (period_start < period_end),
  constraint invoices_paid_check check (amount_paid >= 0 and amount_paid <= greatest(total, 0)),
  constraint invoices_refunded_check check (amount_refunded >= 0 and amount_refunded <= amount_paid)
);
-- At most one that is not void, whatever happens at the same time.
create unique index invoices_period_key
  on invoices (customer_id, subscription_id, period_start, is_closing) where status <> 'void';
create index invoices_id_idx on invoices (id);
create index invoices_token_idx on invoices (payment_token);
create index invoices_date_idx
  on invoices (organization_id, (coalesce(issued_at, generated_at)), id);
create index invoices_draft_idx on invoices (period_end) where status in ('draft', 'pending');
create index invoices_due_idx on invoices (due_date) where status = 'issued';
create index invoices_collect_idx on invoices (collect_at) where collect_at is not null;
create index invoices_remind_idx on invoices (remind_at) where remind_at is not null;
select app.place('invoices', 'distributed', 'customer_id');

create table invoice_lines (
  customer_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  id uuid not null,
  organization_id uuid not null,
  type text not null constraint invoice_lines_type_check check (type in
    ('usage', 'recurring', 'seat_based', 'onetime', 'proration', 'late_usage', 'credit')),
  description text not null,
  strategy_id uuid,
  pricing_model text,
  agent_id uuid,
  agent_name text,
  signal_id uuid,
  signal_name text,
  quantity numeric not null,
  unit_price numeric,
  -- Days covered of days in the full period, where a fee is prorated.
  days_covered integer,
  days_full integer,
  -- What each tier priced; on a late_usage line of the total, of which the part below is billed.
  tiers jsonb not null,
  -- The whole tariff, so that late usage is priced by it.
  pricing jsonb,
  billed_quantity numeric,
  billed_amount numeric,
  amount numeric not null,
  cost numeric,
  event_count bigint not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- What this line settles, so that it is settled once: a setting of proratedAmount, the line that
  -- late usage adjusts, the invoice whose credit was carried over.
  source_id uuid,
  constraint invoice_lines_pkey primary key (customer_id, invoice_id, position),
  constraint invoice_lines_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id) on delete cascade
);
create index invoice_lines_source_idx on invoice_lines (customer_id, source_id)
  where source_id is not null;
select app.place('invoice_lines', 'distributed', 'customer_id');

create table invoice_discounts (
  customer_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  organization_id uuid not null,
  discount_id uuid not null,
  coupon_id uuid not null,
  name text not null,
  percent_off numeric,
  amount_off numeric,
  -- What it took off.
  amount numeric not null,
  constraint invoice_discounts_pkey primary key (customer_id, invoice_id, position),
  constraint invoice_discounts_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id) on delete cascade
);
create index invoice_discounts_discount_idx on invoice_discounts (customer_id, discount_id);
select app.place('invoice_discounts', 'distributed', 'customer_id');

create table invoice_taxes (
  customer_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  organization_id uuid not null,
  tax_rate_id uuid not null,
  name text not null,
  percentage numeric not null,
  is_inclusive boolean not null,
  taxable_amount numeric not null,
  amount numeric not null,
  constraint invoice_taxes_pkey primary key (customer_id, invoice_id, position),
  constraint invoice_taxes_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id) on delete cascade
);
select app.place('invoice_taxes', 'distributed', 'customer_id');

-- Payments --------------------------------------------------------------------------------------

create table payments (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  invoice_id uuid not null,
  method text not null constraint payments_method_check
    check (method in ('card', 'bank_transfer', 'cash', 'check', 'other')),
  -- Pending: the provider was asked and has not answered yet.
  status text not null constraint payments_status_check
    check (status in ('pending', 'succeeded', 'failed')),
  amount numeric not null constraint payments_amount_check check (amount > 0),
  amount_refunded numeric not null,
  currency text not null,
  reference text,
  -- Who took it; null for one that was recorded by hand.
  provider text constraint payments_provider_check check (provider in ('stripe', 'sandbox')),
  provider_payment_id text,
  failure_reason text,
  -- Business time.
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payments_pkey primary key (customer_id, id),
  constraint payments_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id),
  constraint payments_refunded_check check (amount_refunded >= 0 and amount_refunded <= amount)
);
create index payments_invoice_idx on payments (customer_id, invoice_id, created_at, id);
create unique index payments_provider_key
  on payments (customer_id, provider, provider_payment_id)
  where provider_payment_id is not null;
create index payments_pending_idx on payments (created_at) where status = 'pending';
create index payments_provider_idx on payments (provider, provider_payment_id)
  where provider_payment_id is not null;
select app.place('payments', 'distributed', 'customer_id');

create table refunds (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  invoice_id uuid not null,
  payment_id uuid not null,
  -- Pending: its amount is held, and the provider has not answered yet.
  status text not null constraint refunds_status_check
    check (status in ('pending', 'succeeded', 'failed')),
  amount numeric not null constraint refunds_amount_check check (amount > 0),
  currency text not null,
  reason text,
  provider_refund_id text,
  failure_reason text,
  refunded_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refunds_pkey primary key (customer_id, id),
  constraint refunds_payment_fkey
    foreign key (customer_id, payment_id) references payments (customer_id, id)
);
create index refunds_payment_idx on refunds (customer_id, payment_id, created_at, id);
create index refunds_invoice_idx on refunds (customer_id, invoice_id, created_at, id);
create index refunds_pending_idx on refunds (created_at) where status = 'pending';
select app.place('refunds', 'distributed', 'customer_id');

-- A page of the payment provider on which one invoice can be paid.
create table checkout_sessions (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  invoice_id uuid not null,
  provider text not null constraint checkout_sessions_provider_check
    check (provider in ('stripe', 'sandbox')),
  provider_session_id text,
  -- In the address of the built-in page.
  token text not null,
  url text,
  status text not null constraint checkout_sessions_status_check
    check (status in ('open', 'completed', 'expired')),
  amount numeric not null,
  currency text not null,
  created_at timestamptz not null,
  -- Real time, like created_at.
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  constraint checkout_sessions_pkey primary key (customer_id, id),
  constraint checkout_sessions_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id)
);
create index checkout_sessions_invoice_idx on checkout_sessions (customer_id, invoice_id);
create index checkout_sessions_token_idx on checkout_sessions (token);
create index checkout_sessions_open_idx on checkout_sessions (updated_at) where status = 'open';
create index checkout_sessions_provider_idx on checkout_sessions (provider, provider_session_id);
select app.place('checkout_sessions', 'distributed', 'customer_id');

-- What a customer agreed to be charged with later. The number of the card is with the provider.
create table payment_methods (
  customer_id uuid not null
    constraint payment_methods_customer_fkey references customers (id),
  provider text not null constraint payment_methods_provider_check
    check (provider in ('stripe', 'sandbox')),
  organization_id uuid not null,
  provider_customer_id text not null,
  provider_method_id text not null,
  brand text,
  last4 text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_methods_pkey primary key (customer_id, provider)
);
select app.place('payment_methods', 'distributed', 'customer_id');

-- What providers told us, so that each notification is handled once.
create table payment_notifications (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  constraint payment_notifications_pkey primary key (provider, event_id)
);
create index payment_notifications_age_idx on payment_notifications (received_at);
select app.place('payment_notifications', 'local');

-- E-mail ----------------------------------------------------------------------------------------

create table emails (
  id uuid constraint emails_pkey primary key,
  organization_id uuid not null,
  customer_id uuid not null,
  invoice_id uuid,
  kind text not null constraint emails_kind_check
    check (kind in ('invoice', 'reminder', 'receipt')),
  -- Captured: there is no SMTP server, and the message is kept for whoever tries things out.
  status text not null constraint emails_status_check
    check (status in ('queued', 'sent', 'captured', 'failed')),
  message_id text not null,
  to_address text not null,
  cc_addresses text[] not null,
  subject text not null,
  html_body text not null,
  text_body text not null,
  attempts integer not null,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index emails_queued_idx on emails (next_attempt_at) where status = 'queued';
create index emails_organization_idx on emails (organization_id, created_at, id);
create index emails_invoice_idx on emails (invoice_id);
select app.place('emails', 'local');
