set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- The customer of work whose customer is not known, one for each organization.
alter table customers add column is_unassigned boolean not null default false;
alter table customers add constraint customers_unassigned_check
  check (not is_unassigned or (external_id is null and deleted_at is null));
create unique index customers_unassigned_key on customers (organization_id) where is_unassigned;

-- Runs of spans and calls that sources send. A run is kept permanently, so that a repetition is recognized; its spans
-- are not.
create table trace_runs (
  organization_id uuid not null,
  -- The trace id. Of a run without one: a digest of its id.
  trace_id uuid not null,
  -- Its id in usage events.
  run_id text not null,
  first_received_at timestamptz not null,
  last_received_at timestamptz not null,
  -- When the first span arrived that no record has yet; null: all are in records.
  opened_at timestamptz,
  -- When the spans without a record are recorded, unless more arrive.
  closes_at timestamptz,
  -- When a worker looks at the run; null: it is closed.
  due_at timestamptz,
  span_count integer not null,
  open_span_count integer not null,
  open_call_count integer not null,
  -- True once the span without a parent arrived, which it does when it has ended.
  has_root boolean not null,
  record_count integer not null default 0,
  -- True once a record has the outcome.
  has_outcome boolean not null default false,
  -- The external id of the customer; null: not known.
  customer text,
  agent text,
  signal text,
  quantity bigint,
  -- True while events of the run have to move from the unassigned customer.
  is_assigning boolean not null default false,
  assigned_by_kind text,
  assigned_by_id text,
  name text,
  started_at timestamptz,
  ended_at timestamptz,
  is_error boolean not null default false,
  -- JSON text: the attributes that rules are applied to, and warnings.
  attributes text,
  warnings text,
  -- When its spans were deleted; later spans are refused.
  forgotten_at timestamptz,
  constraint trace_runs_pkey primary key (organization_id, trace_id)
);
create index trace_runs_due_idx on trace_runs (due_at) where due_at is not null;
create index trace_runs_assigning_idx on trace_runs (organization_id, trace_id) where is_assigning;
create index trace_runs_id_idx on trace_runs (organization_id, run_id);
create index trace_runs_list_idx on trace_runs (organization_id, first_received_at, trace_id);
create index trace_runs_unassigned_idx on trace_runs (organization_id, first_received_at, trace_id)
  where customer is null and record_count > 0;
create index trace_runs_age_idx on trace_runs (last_received_at) where forgotten_at is null;
select app.place('trace_runs', 'local');

-- Spans of traces, and calls that arrived alone. Deleted by age.
create table trace_spans (
  organization_id uuid not null,
  trace_id uuid not null,
  span_id bigint not null,
  parent_span_id bigint,
  -- A call is recorded at once, whatever other spans the run has.
  is_call boolean not null,
  -- The record that has the span; null: none yet.
  record_number integer,
  -- True if its usage counts. Before it is recorded: if it has usage.
  is_counted boolean not null,
  name text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  is_error boolean not null,
  -- JSON texts; null for a span that only connects others.
  reading text,
  attributes text,
  constraint trace_spans_pkey primary key (organization_id, trace_id, span_id)
);
select app.place('trace_spans', 'local');

-- Usage records of runs that are not stored as events yet.
create table trace_records (
  organization_id uuid not null,
  trace_id uuid not null,
  number integer not null,
  -- JSON text of the usage record, without its customer.
  record text not null,
  created_at timestamptz not null,
  -- Null: it was refused.
  due_at timestamptz,
  attempts integer not null default 0,
  problem text,
  constraint trace_records_pkey primary key (organization_id, trace_id, number)
);
create index trace_records_due_idx on trace_records (due_at) where due_at is not null;
select app.place('trace_records', 'local');

-- Rules that give runs a customer, an agent or a signal by their attributes.
create table attribution_rules (
  id uuid not null,
  organization_id uuid not null,
  position integer not null,
  attribute text not null,
  operator text not null constraint attribution_rules_operator_check check (operator in ('equals', 'prefix', 'present')),
  value text,
  target text not null constraint attribution_rules_target_check check (target in ('customer', 'agent', 'signal')),
  -- Null: the value of the attribute.
  assigns text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint attribution_rules_pkey primary key (id),
  constraint attribution_rules_value_check check ((operator = 'present') = (value is null))
);
create index attribution_rules_organization_idx on attribution_rules (organization_id, position, id);
select app.place('attribution_rules', 'local');
