set local lock_timeout = '5s';

-- The baseline: the whole schema of version 0.1.0. This file never changes; later versions add files.

-- Placement of each table on Citus. On plain PostgreSQL it is only recorded, and a test checks it against the
-- rules for scaling out (docs/adr/0006-ready-to-scale-out.md). Tables are stored by name, because Citus may
-- replace a table when it distributes it, and a regclass would not follow.
create schema app;

create table app.placement (
  name text constraint placements_pkey primary key,
  kind text not null
    constraint placements_kind_check check (kind in ('distributed', 'reference', 'local')),
  col text
);

-- Citus commits in two phases only if it knows that several nodes have written, and it does not know of
-- writes to tables of the coordinator. A node could then commit the rows of a customer before the coordinator commits the
-- mail and the event about them, and a crash between the two would lose the mail. Writing nothing into a
-- distributed table, the way Citus copies rows, requests two phases. That table is used for nothing else and is
-- always empty, so no transaction waits for the lock of another.
create function app.commit_in_two_phases() returns trigger
language plpgsql as $$
begin
  if current_setting('app.two_phases', true) is distinct from 'on' then
    insert into public.joined_commits (customer_id) select null::uuid from app.placement where false;
    perform set_config('app.two_phases', 'on', true);
  end if;
  return null;
end
$$;

-- For a local table on Citus. Plain PostgreSQL needs nothing: one commit is one commit.
create function app.join_commits(table_name text) returns void
language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute format('create or replace trigger %I after insert or update or delete on public.%I
      for each statement execute function app.commit_in_two_phases()',
      table_name || '_two_phases', table_name);
  end if;
end
$$;

create function app.place(table_name text, table_kind text, column_name text default null)
returns void
language plpgsql as $$
begin
  insert into app.placement (name, kind, col) values (table_name, table_kind, column_name);
  if exists (select from pg_extension where extname = 'citus') then
    if table_kind = 'distributed' then
      execute format('select create_distributed_table(%L, %L)', table_name, column_name);
    elsif table_kind = 'reference' then
      execute format('select create_reference_table(%L)', table_name);
    else
      perform app.join_commits(table_name);
    end if;
  end if;
end
$$;

-- The tables of the migrations themselves need no joined commit.
insert into app.placement (name, kind) values ('migrations', 'local'), ('migrations_lock', 'local');

-- Commits on all nodes ----------------------------------------------------------------------------------------

create table joined_commits (
  customer_id uuid not null,
  constraint joined_commits_pkey primary key (customer_id)
);
select app.place('joined_commits', 'distributed', 'customer_id');

-- The organization and its keys -------------------------------------------------------------------------------

create table organizations (
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  currency text not null default 'USD',
  allow_overlapping_subscriptions boolean not null default false,
  email text,
  phone text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  country text,
  -- As it is printed, such as "VAT DE123456789".
  tax_id text,
  -- A data URL of a PNG or JPEG picture.
  logo text,
  invoice_footer text,
  -- How long after the end of a period late usage is still added to its invoice.
  grace_hours integer not null default 24
    constraint organizations_grace_check check (grace_hours >= 0 and grace_hours <= 2160),
  -- The days after the due date on which a customer is reminded.
  reminder_days integer[] not null default '{3,7,14}'::integer[],
  email_on_payment boolean not null default true,
  email_on_refund boolean not null default true,
  email_on_void boolean not null default true,
  -- The name of the organization in URLs: the letters and digits of its name. A reserved word gets a number,
  -- and of several organizations with one slug all but the first the end of their id.
  slug text not null
    constraint organizations_slug_check check ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$') and (length(slug) <= 32)),
  -- Null unless this is the demo organization, which can be deleted with everything in it.
  demo text constraint organizations_demo_check check (demo in ('filling', 'filled')),
  -- The look of mails, invoices and the portal.
  accent_color text constraint organizations_accent_color_check check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- Whether mails to customers say where to request a link to the portal.
  account_link_in_mails boolean not null default false,
  constraint organizations_pkey primary key (id)
);
create unique index organizations_slug_key on organizations (slug);
create unique index organizations_one_demo_idx on organizations ((demo is not null)) where demo is not null;
select app.place('organizations', 'reference');

-- Business time of an organization that has set it: it ticks on from there.
create table test_clocks (
  organization_id uuid not null constraint test_clocks_organization_fkey references organizations (id),
  set_to timestamptz not null,
  set_at timestamptz not null,
  -- The end of a move in progress; null while the clock only ticks.
  moving_to timestamptz,
  constraint test_clocks_pkey primary key (organization_id)
);
select app.place('test_clocks', 'reference');

create table api_keys (
  id uuid not null,
  organization_id uuid not null constraint api_keys_organization_fkey references organizations (id),
  type text not null constraint api_keys_type_check check (type in ('secret', 'publishable')),
  environment text not null constraint api_keys_environment_check check (environment in ('test', 'live')),
  name text not null,
  -- SHA-256 of the whole key: the key itself is shown once and not stored.
  hash bytea not null,
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- To the minute, so that unused keys can be found and revoked.
  last_used_at timestamptz,
  -- A secret key can be limited to recording usage, for the workers of agents.
  scope text not null default 'full' constraint api_keys_scope_check check (scope in ('full', 'record')),
  -- The person who created the key; null for the command line. No foreign key: people are stored on the
  -- coordinator only, keys on every node.
  creator_id uuid,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_record_check check (scope = 'full' or type = 'secret')
);
create unique index api_keys_hash_key on api_keys (hash);
create index api_keys_organization_idx on api_keys (organization_id, created_at);
select app.place('api_keys', 'reference');

create table audit_log (
  id uuid not null,
  organization_id uuid not null,
  actor_id uuid not null,
  method text not null,
  path text not null,
  status smallint not null,
  ip_address text not null,
  requested_at timestamptz not null,
  actor_kind text not null,
  constraint audit_log_pkey primary key (id)
);
alter table audit_log add constraint audit_log_actor_kind_check
  check (actor_kind in ('api_key', 'user', 'customer')) not valid;
-- A number and a time: PostgreSQL fills the pages of narrow keys that grow at many places.
create index audit_log_kind_idx on audit_log (
  uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int))),
  requested_at
);
create index audit_log_path_idx on audit_log (
  hashtextextended(path, uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int)))),
  requested_at
) where path <> '/v1/usage/record';
-- Few entries share an instant, so their ids need not be in the index.
create index audit_log_time_idx on audit_log (organization_id, requested_at);
select app.place('audit_log', 'local');

-- The kinds of entries in the log, which filters offer; few, however long the log is. The latest entries of a
-- kind are adjacent in an index.
create table audit_log_kinds (
  organization_id uuid not null,
  actor_kind text not null,
  actor_id uuid not null,
  method text not null,
  status smallint not null,
  is_usage boolean not null,
  kind bigint not null,
  constraint audit_log_kinds_pkey primary key (organization_id, actor_id, method, status, is_usage, actor_kind)
);
select app.place('audit_log_kinds', 'local');

-- The first answers to POST requests with an Idempotency-Key, replayed for a day.
create table idempotent_requests (
  organization_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  response_status smallint,
  response_body text,
  -- The process that carries out the request, the end of its lease, and the time its work was committed.
  claim_id uuid,
  leased_until timestamptz,
  committed_at timestamptz,
  constraint idempotent_requests_pkey primary key (organization_id, idempotency_key)
);
create index idempotent_requests_age_idx on idempotent_requests (created_at);
select app.place('idempotent_requests', 'local');

-- People ------------------------------------------------------------------------------------------------------

-- People who sign in. The first four tables have the columns that the sign-in library requires.
create table users (
  id uuid not null,
  name text not null,
  email text not null constraint users_email_check check (email = lower(email)),
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id)
);
create unique index users_email_key on users (email);
select app.place('users', 'local');

-- How a person proves their identity: a password, as the library hashes it.
create table accounts (
  id uuid not null,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null constraint accounts_user_fkey references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accounts_pkey primary key (id)
);
create unique index accounts_provider_key on accounts (provider_id, account_id);
create index accounts_user_idx on accounts (user_id);
select app.place('accounts', 'local');

-- The cookie is the token and a signature of it, so a copy of this table opens nothing.
create table sessions (
  id uuid not null,
  token text not null,
  user_id uuid not null constraint sessions_user_fkey references users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sessions_pkey primary key (id)
);
create unique index sessions_token_key on sessions (token);
create index sessions_user_idx on sessions (user_id);
create index sessions_expires_idx on sessions (expires_at);
select app.place('sessions', 'local');

-- Links to choose another password, by a digest of their token.
create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint verifications_pkey primary key (id)
);
create index verifications_identifier_idx on verifications (identifier);
create index verifications_expires_idx on verifications (expires_at);
-- A reset ends all links of its account.
create index verifications_value_idx on verifications (value);
select app.place('verifications', 'local');

-- The mails of the last day with a link to choose another password, by the network that asked.
create table reset_mails (
  id uuid not null,
  user_id uuid not null constraint reset_mails_user_fkey references users (id) on delete cascade,
  network text not null,
  created_at timestamptz not null,
  constraint reset_mails_pkey primary key (id)
);
create index reset_mails_user_idx on reset_mails (user_id, created_at);
create index reset_mails_created_idx on reset_mails (created_at);
select app.place('reset_mails', 'local');

-- The token of the link that creates the first owner: one row while there is no account. Stored in clear, so
-- that every start prints the same link.
create table setup_tokens (
  is_current boolean not null constraint setup_tokens_current_check check (is_current),
  token text not null,
  created_at timestamptz not null,
  constraint setup_tokens_pkey primary key (is_current)
);
select app.place('setup_tokens', 'local');

-- Memberships of people in organizations, with their role.
create table members (
  id uuid not null,
  organization_id uuid not null,
  user_id uuid not null constraint members_user_fkey references users (id),
  role text not null constraint members_role_check check (role in ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint members_pkey primary key (id)
);
create unique index members_user_key on members (organization_id, user_id);
create index members_user_idx on members (user_id);
select app.place('members', 'local');

create table invitations (
  id uuid not null,
  organization_id uuid not null,
  email text not null constraint invitations_email_check check (email = lower(email)),
  role text not null constraint invitations_role_check check (role in ('viewer', 'member', 'admin', 'owner')),
  status text not null
    constraint invitations_status_check check (status in ('pending', 'accepted', 'withdrawn')),
  token_hash bytea not null,
  inviter_id uuid not null constraint invitations_inviter_fkey references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  constraint invitations_pkey primary key (id)
);
create unique index invitations_token_key on invitations (token_hash);
create unique index invitations_pending_key on invitations (organization_id, email) where status = 'pending';
create index invitations_created_idx on invitations (organization_id, created_at);
select app.place('invitations', 'local');

-- Customers, agents, signals ----------------------------------------------------------------------------------

create table customers (
  id uuid not null,
  organization_id uuid not null constraint customers_organization_fkey references organizations (id),
  external_id text,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  email text,
  phone text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  country text,
  timezone text not null default 'UTC',
  status text not null default 'active'
    constraint customers_status_check check (status in ('active', 'inactive', 'suspended')),
  billing_contact_name text,
  billing_contact_email text,
  net_terms integer not null default 30 constraint customers_net_terms_check check (net_terms >= 0),
  invoice_email_recipients text[] not null default '{}',
  -- json, not jsonb: it belongs to the integrator and is returned as it was sent.
  metadata json not null default '{}',
  is_tax_exempt boolean not null default false,
  -- Null: the defaults of the organization apply.
  tax_rate_ids uuid[],
  tax_id text,
  -- Printed on the invoices of a tax-exempt customer, such as "Reverse charge".
  tax_exemption_reason text,
  constraint customers_pkey primary key (id)
);
create unique index customers_external_id_key
  on customers (organization_id, external_id) where deleted_at is null;
create index customers_organization_idx on customers (organization_id, created_at, id);
select app.place('customers', 'reference');

create table agents (
  id uuid not null,
  organization_id uuid not null constraint agents_organization_fkey references organizations (id),
  agent_code text not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  description text,
  is_active boolean not null default true,
  context json not null default '{}',
  constraint agents_pkey primary key (id)
);
create unique index agents_agent_code_key on agents (organization_id, agent_code) where deleted_at is null;
create index agents_organization_idx on agents (organization_id, created_at, id);
select app.place('agents', 'reference');

create table signals (
  id uuid not null,
  organization_id uuid not null constraint signals_organization_fkey references organizations (id),
  agent_id uuid not null constraint signals_agent_fkey references agents (id),
  name text not null,
  short_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  description text,
  is_active boolean not null default true,
  constraint signals_pkey primary key (id)
);
create unique index signals_name_key on signals (agent_id, name) where deleted_at is null;
create unique index signals_short_name_key on signals (agent_id, short_name) where deleted_at is null;
create index signals_organization_idx on signals (organization_id, created_at, id);
select app.place('signals', 'reference');

-- The catalog: global, read-only over the API -----------------------------------------------------------------

create table catalog_entries (
  id uuid not null,
  external_id text not null,
  provider text not null constraint catalog_entries_provider_check check (provider = lower(provider)),
  canonical_name text not null
    constraint catalog_entries_name_check check (canonical_name = lower(canonical_name)),
  display_name text not null,
  service_type text not null,
  is_api boolean not null,
  cost_unit text not null,
  unit_size numeric not null constraint catalog_entries_unit_size_check check (unit_size > 0),
  context_window integer,
  accepts_date_suffix boolean not null,
  source text not null
    constraint catalog_entries_source_check check (source in ('curated', 'litellm', 'openrouter')),
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint catalog_entries_pkey primary key (id)
);
create unique index catalog_entries_name_key on catalog_entries (provider, canonical_name);
create index catalog_entries_service_type_idx on catalog_entries (service_type, provider);
select app.place('catalog_entries', 'reference');

create table catalog_prices (
  id uuid not null,
  entry_id uuid not null constraint catalog_prices_entry_fkey references catalog_entries (id),
  effective_from timestamptz,
  daily_from time,
  daily_to time,
  input_rate numeric constraint catalog_prices_input_check check (input_rate >= 0),
  output_rate numeric constraint catalog_prices_output_check check (output_rate >= 0),
  cache_read_rate numeric constraint catalog_prices_cache_read_check check (cache_read_rate >= 0),
  cache_write_rate numeric constraint catalog_prices_cache_write_check check (cache_write_rate >= 0),
  unit_rate numeric constraint catalog_prices_unit_check check (unit_rate >= 0),
  long_context jsonb not null,
  source text not null
    constraint catalog_prices_source_check check (source in ('curated', 'litellm', 'openrouter')),
  status text not null
    constraint catalog_prices_status_check check (status in ('accepted', 'quarantined', 'rejected')),
  quarantine_reason text,
  created_at timestamptz not null,
  constraint catalog_prices_pkey primary key (id),
  constraint catalog_prices_window_check check ((daily_from is null) = (daily_to is null))
);
create unique index catalog_prices_accepted_key
  on catalog_prices (entry_id, effective_from, daily_from) nulls not distinct where status = 'accepted';
create index catalog_prices_entry_idx on catalog_prices (entry_id, status);
select app.place('catalog_prices', 'reference');

create table cost_model_mappings (
  id uuid not null,
  organization_id uuid not null constraint cost_model_mappings_organization_fkey references organizations (id),
  source_provider text not null,
  source_model text not null,
  catalog_entry_id uuid not null constraint cost_model_mappings_entry_fkey references catalog_entries (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint cost_model_mappings_pkey primary key (id)
);
create unique index cost_model_mappings_source_key
  on cost_model_mappings (organization_id, source_provider, source_model);
select app.place('cost_model_mappings', 'reference');

-- Plans and prices --------------------------------------------------------------------------------------------

create table pricing_plans (
  id uuid not null,
  organization_id uuid not null constraint pricing_plans_organization_fkey references organizations (id),
  name text not null,
  description text,
  features_list json not null,
  currency text not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint pricing_plans_pkey primary key (id)
);
create index pricing_plans_organization_idx on pricing_plans (organization_id, created_at, id);
select app.place('pricing_plans', 'reference');

create table pricing_plan_agents (
  plan_id uuid not null constraint pricing_plan_agents_plan_fkey references pricing_plans (id),
  agent_id uuid not null constraint pricing_plan_agents_agent_fkey references agents (id),
  organization_id uuid not null,
  created_at timestamptz not null,
  constraint pricing_plan_agents_pkey primary key (plan_id, agent_id)
);
create index pricing_plan_agents_agent_idx on pricing_plan_agents (agent_id);
select app.place('pricing_plan_agents', 'reference');

create table pricing_strategies (
  id uuid not null,
  organization_id uuid not null,
  plan_id uuid not null constraint pricing_strategies_plan_fkey references pricing_plans (id),
  name text not null,
  charge_type text not null
    constraint pricing_strategies_charge_type_check
      check (charge_type in ('usage', 'recurring', 'seat_based', 'onetime')),
  pricing_model text
    constraint pricing_strategies_pricing_model_check
      check (pricing_model in ('flat', 'graduated', 'volume', 'credit_pool')),
  signal_id uuid constraint pricing_strategies_signal_fkey references signals (id),
  rate numeric constraint pricing_strategies_rate_check check (rate >= 0),
  tiers jsonb,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint pricing_strategies_pkey primary key (id),
  constraint pricing_strategies_usage_check check (
    (charge_type = 'usage') = (signal_id is not null)
    and (charge_type = 'usage') = (pricing_model is not null)
  ),
  constraint pricing_strategies_price_check check (
    case when coalesce(pricing_model, 'flat') = 'flat'
      then rate is not null and tiers is null
      else rate is null and tiers is not null
    end
  )
);
create unique index pricing_strategies_usage_key
  on pricing_strategies (plan_id, signal_id) where charge_type = 'usage' and deleted_at is null;
create index pricing_strategies_plan_idx on pricing_strategies (plan_id, created_at, id);
create index pricing_strategies_signal_idx on pricing_strategies (signal_id);
select app.place('pricing_strategies', 'reference');

create table coupons (
  id uuid not null,
  organization_id uuid not null constraint coupons_organization_fkey references organizations (id),
  name text not null,
  percent_off numeric constraint coupons_percent_check check (percent_off > 0 and percent_off <= 100),
  amount_off numeric constraint coupons_amount_check check (amount_off > 0),
  currency text,
  duration text not null
    constraint coupons_duration_check check (duration in ('once', 'repeating', 'forever')),
  duration_periods integer constraint coupons_periods_check check (duration_periods > 0),
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint coupons_pkey primary key (id),
  constraint coupons_kind_check check ((percent_off is null) <> (amount_off is null)),
  constraint coupons_currency_check check ((amount_off is null) = (currency is null)),
  constraint coupons_repeating_check check ((duration = 'repeating') = (duration_periods is not null))
);
create index coupons_organization_idx on coupons (organization_id, created_at, id);
select app.place('coupons', 'reference');

create table tax_rates (
  id uuid not null,
  organization_id uuid not null constraint tax_rates_organization_fkey references organizations (id),
  name text not null,
  description text,
  percentage numeric not null
    constraint tax_rates_percentage_check check (percentage >= 0 and percentage <= 100),
  is_inclusive boolean not null,
  is_default boolean not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint tax_rates_pkey primary key (id)
);
create index tax_rates_organization_idx on tax_rates (organization_id, created_at, id);
select app.place('tax_rates', 'reference');

-- Subscriptions -----------------------------------------------------------------------------------------------

create table subscriptions (
  customer_id uuid not null constraint subscriptions_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  plan_id uuid not null constraint subscriptions_plan_fkey references pricing_plans (id),
  agent_id uuid not null constraint subscriptions_agent_fkey references agents (id),
  status text not null constraint subscriptions_status_check check (status in ('upcoming', 'active', 'ended')),
  start_date date not null,
  end_date date,
  end_at timestamptz,
  is_forever boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  billing_cycle text not null
    constraint subscriptions_billing_cycle_check check (billing_cycle in ('monthly', 'yearly', 'custom')),
  custom_cycle_days integer
    constraint subscriptions_cycle_days_check check (custom_cycle_days >= 1 and custom_cycle_days <= 3660),
  billing_day smallint
    constraint subscriptions_billing_day_check check (billing_day >= 1 and billing_day <= 31),
  -- Where invoice dates were moved, the current period begins on moved_period_date and ends on anchor_date,
  -- from which the present terms count. Both are null if they never were.
  anchor_date date,
  billing_model text not null
    constraint subscriptions_billing_model_check check (billing_model in ('subscription', 'usage', 'hybrid')),
  timezone text,
  -- Null: the terms of the customer apply.
  net_terms integer constraint subscriptions_net_terms_check check (net_terms >= 0),
  auto_collect_payment boolean not null,
  seats_count integer not null constraint subscriptions_seats_check check (seats_count >= 0),
  prorated_amount numeric,
  invoice_memo text,
  subscription_details json not null,
  metadata json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  moved_period_date date,
  -- Periods that ended earlier are invoiced on request only, so that back-dating does not mail a year of
  -- invoices. In business time, unlike created_at.
  invoiced_from timestamptz not null,
  -- The end of the period that the job invoices next; null when none is left. Only a hint: the job computes it
  -- again from the terms.
  next_period_end timestamptz,
  -- Changes whenever prorated_amount is set, so that each setting is billed once.
  prorated_amount_id uuid,
  -- Raised by every update, so that a consumer of changes can order them.
  version integer not null default 1,
  constraint subscriptions_pkey primary key (customer_id, id),
  constraint subscriptions_end_check check (end_date is null or end_at is null),
  constraint subscriptions_cycle_check check ((billing_cycle = 'custom') = (custom_cycle_days is not null)),
  constraint subscriptions_moved_check check ((anchor_date is null) = (moved_period_date is null)),
  constraint subscriptions_prorated_check check ((prorated_amount is null) = (prorated_amount_id is null))
);
create index subscriptions_id_idx on subscriptions (id);
create index subscriptions_organization_idx on subscriptions (organization_id, created_at, id);
create index subscriptions_plan_idx on subscriptions (plan_id, agent_id);
create index subscriptions_agent_idx on subscriptions (customer_id, agent_id, starts_at);
create index subscriptions_start_idx
  on subscriptions (starts_at) where status = 'upcoming' and deleted_at is null;
create index subscriptions_end_idx on subscriptions (ends_at) where status <> 'ended' and deleted_at is null;
create index subscriptions_period_end_idx
  on subscriptions (next_period_end) where next_period_end is not null and deleted_at is null;
select app.place('subscriptions', 'distributed', 'customer_id');

create table subscription_changes (
  customer_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  organization_id uuid not null,
  changed_at timestamptz not null,
  actor text not null,
  changes jsonb not null,
  constraint subscription_changes_pkey primary key (customer_id, id),
  constraint subscription_changes_subscription_fkey
    foreign key (customer_id, subscription_id) references subscriptions (customer_id, id)
);
create index subscription_changes_list_idx
  on subscription_changes (customer_id, subscription_id, changed_at, id);
select app.place('subscription_changes', 'distributed', 'customer_id');

-- The terms of the periods before a move of invoice dates, so that those periods stay as they were: one row for
-- each move.
create table subscription_past_terms (
  customer_id uuid not null,
  subscription_id uuid not null,
  from_date date not null,
  until_date date not null,
  organization_id uuid not null,
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

-- A coupon given to a customer, or to one of its subscriptions.
create table discounts (
  customer_id uuid not null constraint discounts_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  coupon_id uuid not null constraint discounts_coupon_fkey references coupons (id),
  subscription_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint discounts_pkey primary key (customer_id, id)
);
create index discounts_id_idx on discounts (id);
create index discounts_organization_idx on discounts (organization_id, created_at, id);
-- The customers that have a coupon, latest first.
create index discounts_coupon_idx on discounts (organization_id, coupon_id, created_at, id);
select app.place('discounts', 'distributed', 'customer_id');

-- Usage. No foreign keys on these heavy tables ----------------------------------------------------------------

-- One row for each event: its owner, its exact cost, and the record as it was sent. What follows from the
-- record or from the id is null (docs/adr/0021-bytes-of-an-event.md). Ids are in order of arrival.
create table usage_events (
  customer_id uuid not null,
  usage_date timestamptz not null,
  id uuid not null,
  organization_id uuid not null,
  agent_id uuid not null,
  signal_id uuid not null,
  -- Null: the id of the event as a UUID of version 8.
  raw_event_id uuid,
  run_id text,
  quantity numeric not null,
  usage_cost numeric,
  -- Null: PROCESSED.
  event_processed text
    constraint usage_events_processed_check
      check (event_processed in ('PROCESSED', 'NEEDS_COST_BACKFILL', 'PENDING', 'ERROR')),
  -- Null: when the event was created; updated_at likewise.
  event_processed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  -- Of the quantity, what was rejected after it was recorded: used, and not billed.
  rejected_quantity numeric not null default 0,
  -- JSON text of the record as it was sent.
  payload text not null,
  -- The catalog price and the rates of each service (price-text.ts); null while the cost is not known.
  prices text,
  -- 128 bits of SHA-256 of the idempotency key, which is in the record.
  idempotency_hash uuid,
  constraint usage_events_pkey primary key (customer_id, usage_date, id),
  constraint usage_events_cost_check check (
    (usage_cost is not null) = (coalesce(event_processed, 'PROCESSED') = 'PROCESSED')
    and (usage_cost is not null) = (prices is not null)
  )
);
-- Most events arrive in order, so its pages can be filled.
create index usage_events_organization_idx
  on usage_events (organization_id, usage_date, id) with (fillfactor = 100);
-- The few events without a cost, among very many with one.
create index usage_events_uncosted_idx
  on usage_events (organization_id, event_processed, usage_date, id) where event_processed <> 'PROCESSED';
-- All events of a run, which can be asked for without its customer.
create index usage_events_run_idx on usage_events (run_id, customer_id) where run_id is not null;
create unique index usage_events_idempotency_key
  on usage_events (customer_id, idempotency_hash) where idempotency_hash is not null;
-- An event by its id alone: ids are in order of arrival, so a thousandth of a b-tree finds it. Several values
-- for a range, because deleted or late rows make one range wide.
create index usage_events_id_idx on usage_events
  using brin (id uuid_minmax_multi_ops (values_per_range = 8))
  with (pages_per_range = 128, autosummarize = on);
-- The few events with an LLM that has no token and so costs 0. A dot in the prices marks them, and nothing else
-- in prices has one.
create index usage_events_without_tokens_idx
  on usage_events (organization_id, usage_date, id) where prices like '%.%';
select app.place('usage_events', 'distributed', 'customer_id');

-- Customers have many events, whatever the first few suggest. If PostgreSQL assumed one event for each customer,
-- it might search for a key among all events of a customer.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter table usage_events alter column customer_id set (n_distinct = -0.01);
  end if;
end
$$;

-- Changes of an event after it was costed first. Rows are only added: the event has the present values, and its
-- first values plus these rows equal them.
create table event_corrections (
  customer_id uuid not null,
  event_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  usage_date timestamptz not null,
  kind text not null constraint event_corrections_kind_check check (kind in ('rejection', 'recost')),
  quantity numeric not null,
  cost numeric not null,
  reason text,
  actor_kind text not null,
  actor_id text not null,
  corrected_at timestamptz not null,
  created_at timestamptz not null,
  constraint event_corrections_pkey primary key (customer_id, event_id, id)
);
select app.place('event_corrections', 'distributed', 'customer_id');

-- The services of events without a cost, which the backfill groups by and works through.
create table uncosted_services (
  customer_id uuid not null,
  event_id uuid not null,
  provider text not null,
  model text not null,
  organization_id uuid not null,
  usage_date timestamptz not null,
  reason text not null
    constraint uncosted_services_reason_check check (reason in ('unknown_model', 'no_rate')),
  constraint uncosted_services_pkey primary key (customer_id, event_id, provider, model)
);
create index uncosted_services_pair_idx
  on uncosted_services (organization_id, provider, model, usage_date, event_id);
select app.place('uncosted_services', 'distributed', 'customer_id');

create table rejected_usage_records (
  id uuid not null,
  organization_id uuid not null,
  received_at timestamptz not null,
  code text not null,
  error text not null,
  payload json not null,
  constraint rejected_usage_records_pkey primary key (id)
);
create index rejected_usage_records_org_idx on rejected_usage_records (organization_id, received_at);
select app.place('rejected_usage_records', 'local');

-- Sums of usage, written in the transactions of the events ----------------------------------------------------

-- Always equal to the events, because they are written in the same transactions. A quarter of an hour, because
-- the midnight of every time zone falls on one.
create table usage_rollups (
  customer_id uuid not null,
  bucket timestamptz not null,
  agent_id uuid not null,
  signal_id uuid not null,
  organization_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  -- A mapping of many events adds their costs to rows of their own, which recording never locks. Readers add
  -- both kinds up.
  is_backfill boolean not null default false,
  rejected_event_count bigint not null,
  -- No default: a process that does not write this column is refused.
  rejected_quantity numeric not null,
  constraint usage_rollups_pkey primary key (customer_id, agent_id, bucket, signal_id, is_backfill)
) with (fillfactor = 75);
create index usage_rollups_organization_idx on usage_rollups (organization_id, bucket);
create index usage_rollups_agent_idx on usage_rollups (agent_id, bucket);
create index usage_rollups_signal_idx on usage_rollups (signal_id, bucket);
select app.place('usage_rollups', 'distributed', 'customer_id');

create table model_rollups (
  customer_id uuid not null,
  bucket timestamptz not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  organization_id uuid not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  is_backfill boolean not null default false,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  constraint model_rollups_pkey primary key (customer_id, bucket, agent_id, signal_id, provider, model, is_backfill)
) with (fillfactor = 75);
create index model_rollups_organization_idx on model_rollups (organization_id, bucket);
select app.place('model_rollups', 'distributed', 'customer_id');

-- The sums of usage_rollups by UTC day, for windows of months and for limits.
create table usage_days (
  customer_id uuid not null,
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  is_backfill boolean not null,
  organization_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  rejected_event_count bigint not null,
  rejected_quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint usage_days_pkey primary key (customer_id, agent_id, day, signal_id, is_backfill)
) with (fillfactor = 75);
create index usage_days_organization_idx on usage_days (organization_id, day);
select app.place('usage_days', 'distributed', 'customer_id');

-- All agents and signals of a customer together.
create table customer_days (
  customer_id uuid not null,
  day date not null,
  is_backfill boolean not null,
  organization_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint customer_days_pkey primary key (customer_id, day, is_backfill)
) with (fillfactor = 75);
create index customer_days_organization_idx on customer_days (organization_id, day);
select app.place('customer_days', 'distributed', 'customer_id');

-- The sums of usage_days and model_rollups of all customers of an organization. Each lane that writes has a
-- slot of its own, so that none waits for another; readers add the slots up. Later costs are in slot 0.
create table organization_days (
  organization_id uuid not null,
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  writer_slot smallint not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint organization_days_pkey primary key (organization_id, day, agent_id, signal_id, writer_slot)
) with (fillfactor = 50);
select app.place('organization_days', 'local');

create table organization_models (
  organization_id uuid not null,
  day date not null,
  provider text not null,
  model text not null,
  slot smallint not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  constraint organization_models_pkey primary key (organization_id, day, provider, model, slot)
) with (fillfactor = 50);
select app.place('organization_models', 'local');

-- Sums of closed days and months ------------------------------------------------------------------------------

-- Sums of closed days and months, computed by a job. A row says that the sums of this time are in the table of
-- that name and are valid. Writing usage of that time deletes the row in the same transaction; the days are
-- then read instead until the job has run again.
create table closed_sums (
  organization_id uuid not null,
  start date not null,
  sums text not null
    constraint closed_sums_sums_check
      check (sums in (
        'organization_months', 'customer_months', 'usage_months', 'packed_usage_months', 'customer_model_days',
        'customer_model_months', 'work_model_days', 'work_model_months'
      )),
  state text not null constraint closed_sums_state_check check (state in ('gathering', 'ready', 'left_out')),
  attempt uuid not null,
  constraint closed_sums_pkey primary key (organization_id, start, sums)
);
select app.place('closed_sums', 'local');

-- The sums of usage_days by month. Never updated, and always asked for one agent of a customer: with the sums
-- in the key, a year is on one or two pages instead of twelve.
create table usage_months (
  customer_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  organization_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  rejected_quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint usage_months_pkey primary key (customer_id, agent_id, month, signal_id)
    include (organization_id, event_count, quantity, rejected_quantity, cost, uncosted_event_count)
);
create index usage_months_organization_idx on usage_months (organization_id, month);
select app.place('usage_months', 'distributed', 'customer_id');

create table customer_months (
  customer_id uuid not null,
  month date not null,
  organization_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint customer_months_pkey primary key (customer_id, month)
);
create index customer_months_organization_idx on customer_months (organization_id, month);
select app.place('customer_months', 'distributed', 'customer_id');

-- The sums of organization_days by month.
create table organization_months (
  organization_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  event_count bigint not null,
  quantity numeric not null,
  cost numeric not null,
  uncosted_event_count bigint not null,
  constraint organization_months_pkey primary key (organization_id, month, agent_id, signal_id)
);
select app.place('organization_months', 'local');

-- The days of a closed month, of one kind of work of a customer, in one row: a year is read from a tenth of the
-- rows. All arrays are in the order of the days.
create table packed_usage_months (
  customer_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  organization_id uuid not null,
  days date[] not null,
  event_counts integer[] not null,
  billable numeric[] not null,
  costs numeric[] not null,
  uncosted_event_counts integer[],
  constraint packed_usage_months_pkey primary key (customer_id, agent_id, month, signal_id)
);
create index packed_usage_months_organization_idx on packed_usage_months (organization_id, month);
select app.place('packed_usage_months', 'distributed', 'customer_id');

-- The sums of work_model_days of each customer with much usage; the others have no rows.
create table customer_model_days (
  customer_id uuid not null,
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  organization_id uuid not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  -- Numbers the rows of a day. Whole days are read and written; a key of all dimensions was larger than the
  -- table.
  place integer not null,
  units numeric not null,
  event_count numeric not null,
  uncosted_event_count numeric not null,
  constraint customer_model_days_pkey primary key (customer_id, day, place)
);
create index customer_model_days_org_idx on customer_model_days (organization_id, day);
select app.place('customer_model_days', 'distributed', 'customer_id');

create table customer_model_months (
  customer_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  organization_id uuid not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  units numeric not null,
  event_count numeric not null,
  uncosted_event_count numeric not null,
  constraint customer_model_months_pkey primary key (customer_id, month, agent_id, signal_id, provider, model)
);
create index customer_model_months_org_idx on customer_model_months (organization_id, month);
select app.place('customer_model_months', 'distributed', 'customer_id');

-- The sums of model_rollups of all customers together: the models used for each kind of work.
create table work_model_days (
  organization_id uuid not null,
  day date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  place integer not null,
  units numeric not null,
  event_count numeric not null,
  uncosted_event_count numeric not null,
  constraint work_model_days_pkey primary key (organization_id, day, place)
);
select app.place('work_model_days', 'local');

create table work_model_months (
  organization_id uuid not null,
  month date not null,
  agent_id uuid not null,
  signal_id uuid not null,
  provider text not null,
  model text not null,
  service_count bigint not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cache_read_tokens numeric not null,
  cache_write_tokens numeric not null,
  quantity numeric not null,
  cost numeric not null,
  units numeric not null,
  event_count numeric not null,
  uncosted_event_count numeric not null,
  constraint work_model_months_pkey primary key (organization_id, month, agent_id, signal_id, provider, model)
);
select app.place('work_model_months', 'local');

-- Invoices ----------------------------------------------------------------------------------------------------

create table invoice_counters (
  organization_id uuid not null,
  last_number bigint not null,
  constraint invoice_counters_pkey primary key (organization_id)
);
select app.place('invoice_counters', 'local');

create table invoices (
  customer_id uuid not null constraint invoices_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  subscription_id uuid,
  invoice_number text not null,
  status text not null
    constraint invoices_status_check
      check (status in ('draft', 'pending', 'issued', 'paid', 'overdue', 'void', 'refunded')),
  currency text not null,
  is_final_invoice boolean not null default false,
  period_start timestamptz not null,
  period_end timestamptz not null,
  net_terms integer not null,
  memo text,
  subtotal numeric not null,
  discount_total numeric not null,
  tax_total numeric not null,
  total numeric not null,
  total_cost numeric not null,
  -- No bound by the total: a refund before the invoice is paid in full is due again, and a bank can return a
  -- refund afterwards. The booking code locks the invoice and refuses more than is due.
  amount_paid numeric not null constraint invoices_paid_check check (amount_paid >= 0),
  amount_refunded numeric not null,
  payment_token text,
  generated_at timestamptz not null,
  finalized_at timestamptz,
  issued_at timestamptz,
  due_date timestamptz not null,
  paid_at timestamptz,
  voided_at timestamptz,
  refunded_at timestamptz,
  is_superseded boolean not null default false,
  collect_at timestamptz,
  collect_attempts integer not null default 0,
  remind_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Seller and buyer as of the time the invoice was finalized; null on a draft.
  seller jsonb,
  buyer jsonb,
  -- Issued by the clock without a mail, because the customer had no address, and not sent since.
  issued_without_email boolean not null default false,
  -- When the draft was first created, in business time: computing it again does not change it.
  drafted_at timestamptz,
  -- A draft of a period that the clock does not bill automatically: it waits for a person.
  is_on_request boolean not null default false,
  late_cost numeric not null default 0,
  -- What the invoice took of the credit of the customer; negative if it added credit.
  credit_total numeric not null default 0,
  -- Links to pay from before they were signed stay valid by their hash.
  payment_token_hash bytea,
  kind text not null
    constraint invoices_kind_check check (kind in ('subscription', 'top_up', 'one_off', 'credit_note')),
  -- USD for one unit of the currency when the invoice was finalized; null if unknown.
  usd_rate numeric,
  -- Raised by every update, so that a consumer of changes can order them.
  version integer not null default 1,
  -- Why the invoice was voided.
  void_reason text,
  constraint invoices_pkey primary key (customer_id, id),
  constraint invoices_period_check check (period_start < period_end),
  constraint invoices_refunded_check check (amount_refunded >= 0 and amount_refunded <= amount_paid),
  constraint invoices_subscription_fkey
    foreign key (customer_id, subscription_id) references subscriptions (customer_id, id),
  constraint invoices_parties_check check (status = 'draft' or (seller is not null and buyer is not null)),
  constraint invoices_subscription_check check ((kind = 'subscription') = (subscription_id is not null))
);
-- At most one invoice that is not void, whatever happens concurrently.
create unique index invoices_period_key
  on invoices (customer_id, subscription_id, period_start, is_final_invoice) where status <> 'void';
create index invoices_id_idx on invoices (id);
create index invoices_date_idx on invoices (organization_id, coalesce(issued_at, generated_at), id);
create index invoices_draft_idx on invoices (period_end) where status in ('draft', 'pending');
create index invoices_due_idx on invoices (due_date) where status = 'issued';
create index invoices_collect_idx on invoices (collect_at) where collect_at is not null;
create index invoices_remind_idx on invoices (remind_at) where remind_at is not null;
create index invoices_token_hash_idx on invoices (payment_token_hash) where payment_token_hash is not null;
-- For the metrics: invoices by status, without reading the table.
create index invoices_status_idx on invoices (status);
-- For synchronization: what has changed since a time.
create index invoices_updated_idx on invoices (organization_id, updated_at);
-- Exports read in the order of ids, which never changes; dates change when an invoice is issued or paid.
create index invoices_organization_idx on invoices (organization_id, id);
-- A status in the list of invoices, latest first, and the count of each status.
create index invoices_state_idx on invoices (organization_id, status, coalesce(issued_at, generated_at), id);
-- The few invoices whose time nothing bills automatically, unless another invoice covers it: voided after they
-- were finalized, or drafts that wait to be sent.
create index invoices_unbilled_idx on invoices (organization_id, customer_id, subscription_id)
  where (status = 'void' and not is_superseded or status = 'draft' and is_on_request)
    and not is_final_invoice;
select app.place('invoices', 'distributed', 'customer_id');

create table invoice_lines (
  customer_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  id uuid not null,
  organization_id uuid not null,
  type text not null
    constraint invoice_lines_type_check
      check (type in ('usage', 'recurring', 'seat_based', 'onetime', 'proration', 'late_usage', 'credit')),
  description text not null,
  strategy_id uuid,
  pricing_model text,
  agent_id uuid,
  agent_name text,
  signal_id uuid,
  signal_name text,
  quantity numeric not null,
  unit_price numeric,
  days_covered integer,
  days_full integer,
  tiers jsonb not null,
  pricing jsonb,
  billed_quantity numeric,
  billed_amount numeric,
  amount numeric not null,
  cost numeric,
  event_count bigint not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  source_id uuid,
  -- An invoice may bill a part of a billing period. Its usage is counted from the start of the period, so that
  -- pools and tiers belong to the period.
  counted_from timestamptz,
  -- Days of the period before the part, for fees that are prorated.
  days_before integer,
  -- The billing period that the line belongs to; a line of late usage belongs to the period that it corrects.
  -- The discounts of a period follow from the sum of its lines.
  billing_period_start timestamptz,
  constraint invoice_lines_pkey primary key (customer_id, invoice_id, "position"),
  constraint invoice_lines_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id) on delete cascade
);
create index invoice_lines_source_idx on invoice_lines (customer_id, source_id) where source_id is not null;
-- What the invoices of a customer billed of the usage of an agent.
create index invoice_lines_usage_idx on invoice_lines (customer_id, agent_id, period_end) where type = 'usage';
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
  amount numeric not null,
  -- The start of the period that the coupon was used for.
  billing_period_start timestamptz,
  constraint invoice_discounts_pkey primary key (customer_id, invoice_id, "position"),
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
  constraint invoice_taxes_pkey primary key (customer_id, invoice_id, "position"),
  constraint invoice_taxes_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id) on delete cascade
);
select app.place('invoice_taxes', 'distributed', 'customer_id');

-- What corrections left to a customer, and what was taken of it. The balance in a currency is the sum of its
-- rows; no row is ever changed.
create table customer_credits (
  customer_id uuid not null constraint customer_credits_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  currency text not null,
  amount numeric not null constraint customer_credits_amount_check check (amount <> 0),
  kind text not null constraint customer_credits_kind_check check (kind in ('invoice', 'void', 'payout')),
  invoice_id uuid,
  reference text,
  booked_at timestamptz not null,
  created_at timestamptz not null,
  constraint customer_credits_pkey primary key (customer_id, id),
  constraint customer_credits_source_check check ((kind = 'payout') = (invoice_id is null)),
  constraint customer_credits_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id)
);
create index customer_credits_invoice_idx
  on customer_credits (customer_id, invoice_id) where invoice_id is not null;
select app.place('customer_credits', 'distributed', 'customer_id');

-- Payments ----------------------------------------------------------------------------------------------------

create table payments (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  invoice_id uuid not null,
  method text not null
    constraint payments_method_check check (method in ('card', 'bank_transfer', 'cash', 'check', 'other')),
  status text not null constraint payments_status_check check (status in ('pending', 'succeeded', 'failed')),
  amount numeric not null constraint payments_amount_check check (amount > 0),
  amount_refunded numeric not null,
  currency text not null,
  reference text,
  provider text constraint payments_provider_check check (provider in ('stripe', 'sandbox')),
  provider_payment_id text,
  failure_reason text,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  provider_customer_id text,
  -- The method that a charge asked for: the charge is never repeated with another one.
  provider_method_id text,
  constraint payments_pkey primary key (customer_id, id),
  constraint payments_refunded_check check (amount_refunded >= 0 and amount_refunded <= amount),
  constraint payments_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id)
);
create index payments_invoice_idx on payments (customer_id, invoice_id, created_at, id);
create unique index payments_provider_key
  on payments (customer_id, provider, provider_payment_id) where provider_payment_id is not null;
create index payments_pending_idx on payments (created_at) where status = 'pending';
create index payments_provider_idx
  on payments (provider, provider_payment_id) where provider_payment_id is not null;
create index payments_updated_idx on payments (organization_id, updated_at);
-- The payments of all invoices by the day they were paid or, until then, tried.
create index payments_date_idx on payments (organization_id, coalesce(paid_at, created_at), id);
create index payments_organization_idx on payments (organization_id, id);
select app.place('payments', 'distributed', 'customer_id');

create table refunds (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  invoice_id uuid not null,
  payment_id uuid not null,
  status text not null constraint refunds_status_check check (status in ('pending', 'succeeded', 'failed')),
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
  provider text not null constraint checkout_sessions_provider_check check (provider in ('stripe', 'sandbox')),
  provider_session_id text,
  token text,
  url text,
  status text not null
    constraint checkout_sessions_status_check check (status in ('open', 'completed', 'expired')),
  amount numeric not null,
  currency text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  token_hash bytea,
  -- Business time of what otherwise has only a real time, so that the timeline of an invoice is in order.
  business_at timestamptz,
  -- Where the customer came from and returns to.
  opened_from text not null default 'link'
    constraint checkout_sessions_opened_from_check check (opened_from in ('link', 'portal')),
  constraint checkout_sessions_pkey primary key (customer_id, id),
  constraint checkout_sessions_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id)
);
create index checkout_sessions_invoice_idx on checkout_sessions (customer_id, invoice_id);
create index checkout_sessions_open_idx on checkout_sessions (updated_at) where status = 'open';
create index checkout_sessions_provider_idx on checkout_sessions (provider, provider_session_id);
create index checkout_sessions_token_hash_idx on checkout_sessions (token_hash) where token_hash is not null;
select app.place('checkout_sessions', 'distributed', 'customer_id');

-- What a customer agreed to be charged with later. The number of the card is with the provider.
create table payment_methods (
  customer_id uuid not null constraint payment_methods_customer_fkey references customers (id),
  provider text not null constraint payment_methods_provider_check check (provider in ('stripe', 'sandbox')),
  organization_id uuid not null,
  -- A customer that has removed the method stays known at the provider, where earlier charges are found.
  provider_customer_id text not null,
  provider_method_id text,
  brand text,
  last4 text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The time of the provider at which the method was saved or removed.
  saved_at timestamptz,
  constraint payment_methods_pkey primary key (customer_id, provider)
);
select app.place('payment_methods', 'distributed', 'customer_id');

-- A page of the payment provider on which a customer saves a method to be charged with later.
create table payment_method_setups (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  provider text not null
    constraint payment_method_setups_provider_check check (provider in ('stripe', 'sandbox')),
  provider_session_id text,
  url text,
  status text not null
    constraint payment_method_setups_status_check check (status in ('open', 'completed', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_method_setups_pkey primary key (customer_id, id)
);
create index payment_method_setups_open_idx on payment_method_setups (updated_at) where status = 'open';
select app.place('payment_method_setups', 'distributed', 'customer_id');

-- Methods that were removed or replaced here and that the provider has still to detach.
create table payment_method_detachments (
  customer_id uuid not null,
  provider text not null
    constraint payment_method_detachments_provider_check check (provider in ('stripe', 'sandbox')),
  provider_method_id text not null,
  organization_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_method_detachments_pkey primary key (customer_id, provider, provider_method_id)
);
create index payment_method_detachments_age_idx on payment_method_detachments (updated_at);
select app.place('payment_method_detachments', 'distributed', 'customer_id');

-- What providers sent, so that each notification is handled once. Deleted after ninety days.
create table payment_notifications (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  kind text,
  -- The notification as it was received; null for what was asked of the provider.
  body text constraint payment_notifications_body_check check (char_length(body) <= 65536),
  constraint payment_notifications_pkey primary key (provider, event_id)
);
create index payment_notifications_age_idx on payment_notifications (received_at);
select app.place('payment_notifications', 'local');

-- The customer portal -----------------------------------------------------------------------------------------

-- Links to the portal, and the visits that they opened. Link and cookie are stored as digests only.
create table portal_sessions (
  customer_id uuid not null constraint portal_sessions_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  token_hash bytea not null,
  cookie_hash bytea,
  return_url text,
  features text[] not null,
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint portal_sessions_pkey primary key (customer_id, id)
);
create unique index portal_sessions_token_key on portal_sessions (customer_id, token_hash);
create unique index portal_sessions_cookie_key on portal_sessions (customer_id, cookie_hash);
create index portal_sessions_id_idx on portal_sessions (id);
create index portal_sessions_created_idx on portal_sessions (organization_id, created_at, id);
create index portal_sessions_expires_idx on portal_sessions (expires_at);
select app.place('portal_sessions', 'distributed', 'customer_id');

-- How often a customer has asked for a link recently: one row each, to limit the mails.
create table portal_link_requests (
  customer_id uuid not null constraint portal_link_requests_customer_fkey references customers (id),
  organization_id uuid not null,
  asked_at timestamptz not null,
  counted_from timestamptz not null,
  times integer not null,
  constraint portal_link_requests_pkey primary key (customer_id)
);
select app.place('portal_link_requests', 'distributed', 'customer_id');

-- Mails, events, jobs -----------------------------------------------------------------------------------------

create table emails (
  id uuid not null,
  organization_id uuid not null,
  customer_id uuid not null,
  invoice_id uuid,
  kind text not null,
  status text not null
    constraint emails_status_check check (status in ('queued', 'sent', 'captured', 'failed')),
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
  sent_at timestamptz,
  -- Requested by a call of the API and not by the clock; these are limited for each hour.
  is_requested boolean not null default false,
  business_at timestamptz,
  constraint emails_pkey primary key (id)
);
alter table emails add constraint emails_kind_check
 
    check (kind in ('invoice', 'reminder', 'receipt', 'payment', 'refund', 'void', 'portal_link', 'address_change')) not valid;
create index emails_queued_idx on emails (next_attempt_at) where status = 'queued';
create index emails_organization_idx on emails (organization_id, created_at, id);
create index emails_invoice_idx on emails (invoice_id);
create index emails_requested_idx on emails (organization_id, created_at) where is_requested;
-- For the metrics: mails that were given up recently.
create index emails_failed_idx on emails (created_at) where status = 'failed';
select app.place('emails', 'local');

-- What has happened, written in the transaction in which it happened, kept for a week.
create table outbox_events (
  id uuid not null,
  organization_id uuid not null,
  customer_id uuid not null,
  type text not null,
  object_id uuid not null,
  data jsonb not null,
  happened_at timestamptz not null,
  created_at timestamptz not null,
  constraint outbox_events_pkey primary key (id)
);
create index outbox_events_created_idx on outbox_events (created_at);
create index outbox_events_object_idx on outbox_events (object_id);
select app.place('outbox_events', 'local');

-- What each consumer has still to do about an event; deleted once it is done. The table is mostly empty, and
-- PostgreSQL plans by what it was: each question of a claim has one index of its own, so that it stays fast
-- when the end of a month fills the table.
create table outbox_tasks (
  consumer text not null,
  event_id uuid not null,
  organization_id uuid not null,
  object_id uuid not null,
  attempts integer not null,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  constraint outbox_tasks_pkey primary key (consumer, event_id)
);
create index outbox_tasks_event_idx on outbox_tasks (event_id);
create index outbox_tasks_in_turn_idx on outbox_tasks (consumer, next_attempt_at, event_id);
create index outbox_tasks_earlier_idx on outbox_tasks (object_id, consumer, event_id);
select app.place('outbox_tasks', 'local');

-- When each periodic job last finished without an error. graphile-worker deletes a job that succeeded, so its
-- own tables cannot say this. Every process reads it, so that a missing worker is visible to all.
create table job_finishes (
  task text not null,
  finished_at timestamptz not null,
  constraint job_finishes_pkey primary key (task)
);
select app.place('job_finishes', 'local');
