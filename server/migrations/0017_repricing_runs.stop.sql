set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would not understand these corrections.

-- Runs that price stored usage again by the rates in force, or restore what an earlier run changed.
create table repricing_runs (
  id uuid not null,
  organization_id uuid not null,
  state text not null
    constraint repricing_runs_state_check check (state in ('queued', 'running', 'completed', 'cancelled', 'failed')),
  -- Usage dates, half-open.
  window_start timestamptz not null,
  window_end timestamptz not null,
  -- Null: all.
  provider text,
  model text,
  customer_id uuid,
  agent_id uuid,
  -- The run that it reverses.
  reverses_id uuid,
  reason text,
  actor_kind text not null,
  actor_id text not null,
  -- 2 reads the events again that were recorded during the run.
  pass smallint not null default 1 constraint repricing_runs_pass_check check (pass in (1, 2)),
  -- The last event that was read; without a date, all events of the customer were.
  cursor_customer_id uuid,
  cursor_usage_date timestamptz,
  cursor_event_id uuid,
  event_count bigint not null default 0,
  repriced_event_count bigint not null default 0,
  changed_event_count bigint not null default 0,
  unknown_event_count bigint not null default 0,
  skipped_event_count bigint not null default 0,
  cost_before numeric not null default 0,
  cost_after numeric not null default 0,
  failures integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  constraint repricing_runs_pkey primary key (id),
  constraint repricing_runs_window_check check (window_start < window_end)
);
create index repricing_runs_organization_idx on repricing_runs (organization_id, created_at, id);
create index repricing_runs_open_idx on repricing_runs (organization_id, created_at, id)
  where state in ('queued', 'running');
create unique index repricing_runs_reversal_key on repricing_runs (reverses_id)
  where reverses_id is not null and state in ('queued', 'running', 'completed');
select app.place('repricing_runs', 'local');

-- The run that priced an event again, and the prices of the event before and after.
alter table event_corrections add column run_id uuid;
alter table event_corrections add column prices_before text;
alter table event_corrections add column prices_after text;
alter table event_corrections
  add constraint event_corrections_recost_check check (
    kind <> 'recost' or (quantity = 0 and cost = cost_after - cost_before and number is not null
      and quantity_before is not null and quantity_after is not null and run_id is not null
      and cost_before is not null and cost_after is not null
      and prices_before is not null and prices_after is not null)
  );
create index event_corrections_run_idx on event_corrections (run_id, customer_id, usage_date, event_id)
  where run_id is not null;

-- A preview of a run is a POST request that only reads.
drop index audit_log_change_idx;
create index audit_log_change_idx on audit_log (
  uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int))),
  requested_at
) where method not in ('GET', 'HEAD', 'OPTIONS') and path not in ('/v1/usage/record', '/v1/usage/estimate',
  '/v1/invoices/preview', '/v1/pricing-strategies/preview', '/v1/subscriptions/preview', '/v1/repricing-runs/preview');
