set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- A customer who has removed the method stays known at the provider: what was charged is found there.
alter table payment_methods alter column provider_method_id drop not null;
-- The provider's time of what the row says, saved or removed; null for what is older than this column.
alter table payment_methods add column saved_at timestamptz;

-- Which method a charge asked for: it is never asked for again with another one.
alter table payments add column provider_customer_id text;
alter table payments add column provider_method_id text;

-- A page of the payment provider on which a customer saves a method to be charged with later.
create table payment_method_setups (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  provider text not null constraint payment_method_setups_provider_check
    check (provider in ('stripe', 'sandbox')),
  provider_session_id text,
  url text,
  status text not null constraint payment_method_setups_status_check
    check (status in ('open', 'completed', 'expired')),
  -- Real time, all of them.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_method_setups_pkey primary key (customer_id, id)
);
create index payment_method_setups_open_idx on payment_method_setups (updated_at)
  where status = 'open';
select app.place('payment_method_setups', 'distributed', 'customer_id');

-- Methods that were removed or replaced here, and that the provider has still to let go of.
create table payment_method_detachments (
  customer_id uuid not null,
  provider text not null constraint payment_method_detachments_provider_check
    check (provider in ('stripe', 'sandbox')),
  provider_method_id text not null,
  organization_id uuid not null,
  created_at timestamptz not null,
  -- When the provider was last asked.
  updated_at timestamptz not null,
  constraint payment_method_detachments_pkey primary key (customer_id, provider, provider_method_id)
);
create index payment_method_detachments_age_idx on payment_method_detachments (updated_at);
select app.place('payment_method_detachments', 'distributed', 'customer_id');

-- Where the customer came from, and goes back to.
alter table checkout_sessions add column opened_from text not null default 'link';
alter table checkout_sessions add constraint checkout_sessions_opened_from_check
  check (opened_from in ('link', 'portal'));

-- The look of what customers see.
alter table organizations add column accent_color text;
alter table organizations add constraint organizations_accent_color_check
  check (accent_color ~ '^#[0-9a-f]{6}$');
