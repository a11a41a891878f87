set local lock_timeout = '5s';
set local citus.multi_shard_modify_mode = 'sequential';

-- Blocked runs and warnings with the figures that decided, for 30 days. Names and amounts are those of the decision.
create table guard_decisions (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  decision text not null constraint guard_decisions_decision_check check (decision in ('warn', 'block')),
  reason text not null constraint guard_decisions_reason_check check (reason in ('budget_exceeded', 'unknown_cost')),
  run_id text not null,
  agent_id uuid not null,
  -- Null: the run may produce any signal of the agent.
  signal_id uuid,
  -- Null: the run has no hold, because it was blocked before it started.
  hold_id uuid,
  -- The budget that decided.
  budget_id uuid not null,
  budget_name text not null,
  measure text not null,
  -- Null: units.
  currency text,
  -- The limit at that time.
  amount numeric not null,
  spent numeric not null,
  held numeric not null,
  asked numeric not null,
  uncosted_event_count integer not null,
  -- Null: the budget of each run has no window.
  window_starts_at timestamptz,
  resets_at timestamptz,
  created_at timestamptz not null,
  constraint guard_decisions_pkey primary key (customer_id, id)
);
create index guard_decisions_organization_idx on guard_decisions (organization_id, created_at, id);
create index guard_decisions_customer_idx on guard_decisions (customer_id, created_at, id);
create index guard_decisions_blocked_idx on guard_decisions (organization_id, created_at, id) where decision = 'block';
create index guard_decisions_created_idx on guard_decisions (created_at);
select app.place('guard_decisions', 'distributed', 'customer_id');
