set local lock_timeout = '5s';

-- Where each table lives when the schema runs on Citus; on plain PostgreSQL only a note, which the
-- tests lint against the rules for scaling out (docs/adr/0006-ready-to-scale-out.md).
create schema app;

create table app.placement (
  rel regclass primary key,
  kind text not null check (kind in ('distributed', 'reference', 'local')),
  col name
);

create function app.place(rel regclass, kind text, col name default null) returns void
language plpgsql as $$
begin
  insert into app.placement (rel, kind, col) values (rel, kind, col);
  if exists (select from pg_extension where extname = 'citus') then
    if kind = 'distributed' then
      execute format('select create_distributed_table(%L, %L)', rel, col);
    elsif kind = 'reference' then
      execute format('select create_reference_table(%L)', rel);
    end if;
  end if;
end
$$;

select app.place('migrations', 'local');
select app.place('migrations_lock', 'local');

-- The operator's account and its keys ---------------------------------------------------------

create table organizations (
  id uuid constraint organizations_pkey primary key,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
select app.place('organizations', 'reference');

create table api_keys (
  id uuid constraint api_keys_pkey primary key,
  organization_id uuid not null
    constraint api_keys_organization_fkey references organizations (id),
  type text not null constraint api_keys_type_check check (type in ('secret', 'publishable')),
  environment text not null
    constraint api_keys_environment_check check (environment in ('test', 'live')),
  name text not null,
  -- SHA-256 of the whole key: the key itself is shown once and kept nowhere.
  hash bytea not null,
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index api_keys_hash_key on api_keys (hash);
create index api_keys_organization_idx on api_keys (organization_id, created_at);
select app.place('api_keys', 'reference');

create table audit_log (
  id uuid constraint audit_log_pkey primary key,
  organization_id uuid not null,
  api_key_id uuid not null,
  method text not null,
  path text not null,
  status smallint not null,
  ip_address text not null,
  requested_at timestamptz not null
);
create index audit_log_organization_idx on audit_log (organization_id, requested_at, id);
select app.place('audit_log', 'local');

-- Who is billed, what works, what is counted ---------------------------------------------------

create table customers (
  id uuid constraint customers_pkey primary key,
  organization_id uuid not null
    constraint customers_organization_fkey references organizations (id),
  external_id text,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index customers_external_id_key on customers (organization_id, external_id)
  where deleted_at is null;
select app.place('customers', 'reference');

create table agents (
  id uuid constraint agents_pkey primary key,
  organization_id uuid not null
    constraint agents_organization_fkey references organizations (id),
  agent_code text not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index agents_agent_code_key on agents (organization_id, agent_code)
  where deleted_at is null;
select app.place('agents', 'reference');

create table signals (
  id uuid constraint signals_pkey primary key,
  organization_id uuid not null
    constraint signals_organization_fkey references organizations (id),
  agent_id uuid not null constraint signals_agent_fkey references agents (id),
  name text not null,
  short_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index signals_name_key on signals (agent_id, name) where deleted_at is null;
create unique index signals_short_name_key on signals (agent_id, short_name)
  where deleted_at is null;
select app.place('signals', 'reference');

-- The catalog: global, read-only over the API ---------------------------------------------------

create table catalog_entries (
  id uuid constraint catalog_entries_pkey primary key,
  external_id text not null,
  provider text not null
    constraint catalog_entries_provider_check check (provider = lower(provider)),
  canonical_name text not null
    constraint catalog_entries_name_check check (canonical_name = lower(canonical_name)),
  display_name text not null,
  service_type text not null,
  is_api boolean not null,
  cost_unit text not null,
  -- How many tokens, requests or seconds one rate pays for: 1000000 for "per million tokens".
  unit_size numeric not null constraint catalog_entries_unit_size_check check (unit_size > 0),
  context_window integer,
  -- The source says that this name followed by a date is the same model at the same price.
  accepts_date_suffix boolean not null,
  source text not null
    constraint catalog_entries_source_check check (source in ('curated', 'litellm', 'openrouter')),
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index catalog_entries_name_key on catalog_entries (provider, canonical_name);
create index catalog_entries_service_type_idx on catalog_entries (service_type, provider);
select app.place('catalog_entries', 'reference');

create table catalog_prices (
  id uuid constraint catalog_prices_pkey primary key,
  entry_id uuid not null constraint catalog_prices_entry_fkey references catalog_entries (id),
  -- Null: in force since always.
  effective_from timestamptz,
  -- A daily window in UTC, half-open, for providers that charge by the hour of the day.
  daily_from time,
  daily_to time,
  input_rate numeric constraint catalog_prices_input_check check (input_rate >= 0),
  output_rate numeric constraint catalog_prices_output_check check (output_rate >= 0),
  cache_read_rate numeric constraint catalog_prices_cache_read_check check (cache_read_rate >= 0),
  cache_write_rate numeric
    constraint catalog_prices_cache_write_check check (cache_write_rate >= 0),
  unit_rate numeric constraint catalog_prices_unit_check check (unit_rate >= 0),
  -- [{"aboveInputTokens": 200000, "input": "2.5", "output": "15", ...}]: above that many input
  -- tokens in one call, every token of the call pays these rates.
  long_context jsonb not null,
  source text not null
    constraint catalog_prices_source_check check (source in ('curated', 'litellm', 'openrouter')),
  -- A quarantined price is never used: a person accepts or rejects it first.
  status text not null constraint catalog_prices_status_check
    check (status in ('accepted', 'quarantined', 'rejected')),
  quarantine_reason text,
  created_at timestamptz not null,
  constraint catalog_prices_window_check check ((daily_from is null) = (daily_to is null))
);
create unique index catalog_prices_accepted_key
  on catalog_prices (entry_id, effective_from, daily_from) nulls not distinct
  where status = 'accepted';
create index catalog_prices_entry_idx on catalog_prices (entry_id, status);
select app.place('catalog_prices', 'reference');

create table cost_model_mappings (
  id uuid constraint cost_model_mappings_pkey primary key,
  organization_id uuid not null
    constraint cost_model_mappings_organization_fkey references organizations (id),
  source_provider text not null,
  source_model text not null,
  catalog_entry_id uuid not null
    constraint cost_model_mappings_entry_fkey references catalog_entries (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index cost_model_mappings_source_key
  on cost_model_mappings (organization_id, source_provider, source_model);
select app.place('cost_model_mappings', 'reference');

-- Usage: the heavy tables. No foreign keys on them: each would cost a look-up and a row lock for
-- every event, and the rows they point to are never deleted (docs/adr/0005-usage-event-storage.md).

create table raw_usage_events (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  received_at timestamptz not null,
  -- json, not jsonb: the record exactly as it was sent.
  payload json not null,
  constraint raw_usage_events_pkey primary key (customer_id, id)
);
select app.place('raw_usage_events', 'distributed', 'customer_id');

create table rejected_usage_records (
  id uuid constraint rejected_usage_records_pkey primary key,
  organization_id uuid not null,
  received_at timestamptz not null,
  code text not null,
  error text not null,
  payload json not null
);
create index rejected_usage_records_org_idx
  on rejected_usage_records (organization_id, received_at);
select app.place('rejected_usage_records', 'local');

create table usage_events (
  customer_id uuid not null,
  usage_date timestamptz not null,
  id uuid not null,
  organization_id uuid not null,
  agent_id uuid not null,
  signal_id uuid not null,
  raw_event_id uuid not null,
  run_id text,
  quantity numeric not null,
  metadata json not null,
  -- What was used, one element per service: model, modelProvider, tokens, quantity, and the id of
  -- the catalog price that costed it.
  services json not null,
  -- Null while unknown, never 0 instead.
  usage_cost numeric,
  usage_cost_data json not null,
  event_processed text not null constraint usage_events_processed_check
    check (event_processed in ('PROCESSED', 'NEEDS_COST_BACKFILL', 'PENDING', 'ERROR')),
  event_processed_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint usage_events_pkey primary key (customer_id, usage_date, id),
  constraint usage_events_cost_check
    check ((usage_cost is not null) = (event_processed = 'PROCESSED'))
);
create index usage_events_organization_idx on usage_events (organization_id, usage_date, id);
select app.place('usage_events', 'distributed', 'customer_id');

create table usage_idempotency_keys (
  customer_id uuid not null,
  idempotency_key text not null,
  organization_id uuid not null,
  payload_hash bytea not null,
  event_id uuid not null,
  raw_event_id uuid not null,
  usage_date timestamptz not null,
  constraint usage_idempotency_keys_pkey primary key (customer_id, idempotency_key)
);
select app.place('usage_idempotency_keys', 'distributed', 'customer_id');

-- The services of events that have no cost yet: what the backfill groups by and works through.
create table uncosted_services (
  customer_id uuid not null,
  event_id uuid not null,
  provider text not null,
  model text not null,
  organization_id uuid not null,
  usage_date timestamptz not null,
  reason text not null constraint uncosted_services_reason_check
    check (reason in ('unknown_model', 'no_rate')),
  constraint uncosted_services_pkey primary key (customer_id, event_id, provider, model)
);
create index uncosted_services_pair_idx
  on uncosted_services (organization_id, provider, model, usage_date, event_id);
select app.place('uncosted_services', 'distributed', 'customer_id');

-- Rollups: always exactly equal to the events, because they are written in the same transactions.
-- Fifteen minutes, because every time zone's midnight falls on one.
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
  constraint usage_rollups_pkey primary key (customer_id, bucket, agent_id, signal_id)
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
  constraint model_rollups_pkey
    primary key (customer_id, bucket, agent_id, signal_id, provider, model)
) with (fillfactor = 75);
create index model_rollups_organization_idx on model_rollups (organization_id, bucket);
select app.place('model_rollups', 'distributed', 'customer_id');
