set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would leave a declined automatic top-up open, and would not count it.

alter table invoices drop constraint invoices_top_up_method_check;
alter table invoices add constraint invoices_top_up_method_check
  check (top_up_method in ('checkout', 'saved', 'auto'));
-- One automatic top-up of a customer at a time, whatever happens concurrently.
create unique index invoices_auto_top_up_key on invoices (customer_id, currency)
  where top_up_method = 'auto' and status in ('draft', 'pending', 'issued', 'overdue');

-- When the saved payment method of a customer is charged without a request. A row is one agreement of the customer:
-- its terms and its consent do not change, and no row is deleted.
create table auto_top_ups (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  currency text not null,
  -- Topped up while less than this is available.
  threshold numeric not null constraint auto_top_ups_threshold_check check (threshold >= 0),
  amount numeric not null constraint auto_top_ups_amount_check check (amount > 0),
  monthly_max integer not null constraint auto_top_ups_monthly_max_check check (monthly_max between 1 and 100),
  consented_by text not null,
  consent_text text not null,
  consent_source text not null
    constraint auto_top_ups_consent_source_check check (consent_source in ('customer', 'operator')),
  -- Business time, like waits_until and stopped_at.
  consented_at timestamptz not null,
  -- Failures since the last success; the third one stops it.
  failure_count integer not null constraint auto_top_ups_failure_count_check check (failure_count between 0 and 3),
  -- Nothing is charged before this time.
  waits_until timestamptz,
  stopped_at timestamptz,
  stop_reason text constraint auto_top_ups_stop_reason_check check (stop_reason in ('switched_off', 'replaced',
    'failures', 'no_payment_method', 'dispute', 'customer_deleted')),
  -- When the sweep looks again at the latest.
  check_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint auto_top_ups_pkey primary key (customer_id, id),
  constraint auto_top_ups_stopped_check check ((stopped_at is null) = (stop_reason is null))
);
create unique index auto_top_ups_active_key on auto_top_ups (customer_id, currency) where stopped_at is null;
create index auto_top_ups_check_idx on auto_top_ups (check_at) where stopped_at is null;
create index auto_top_ups_organization_idx on auto_top_ups (organization_id, waits_until) where stopped_at is null;
select app.place('auto_top_ups', 'distributed', 'customer_id');

alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check check (kind in ('invoice', 'reminder', 'receipt', 'payment',
  'refund', 'void', 'portal_link', 'address_change', 'credit_low', 'credit_depleted', 'credit_expiring',
  'auto_top_up_stopped'));
