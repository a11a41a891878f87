set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would bill provisional outcomes at once, and correct them without their windows.

-- Days after its usage date in which an outcome is provisional. 0: it is billed at once.
alter table signals add column settlement_days integer not null default 0
  constraint signals_settlement_check check (settlement_days between 0 and 30);

-- While the window of an outcome has not passed: its units that are neither rejected nor billed, which also count in
-- rejected_quantity, and when it passes. Null: there is no window, or it has passed.
alter table usage_events add column provisional_quantity numeric;
alter table usage_events add column settles_at timestamptz;

-- The outcomes whose window has not passed, by the time when it does. The job that settles them deletes the row.
create table provisional_outcomes (
  customer_id uuid not null,
  event_id uuid not null,
  organization_id uuid not null,
  usage_date timestamptz not null,
  agent_id uuid not null,
  signal_id uuid not null,
  -- 0: all units were rejected, and are provisional again if the rejection is withdrawn.
  quantity numeric not null constraint provisional_outcomes_quantity_check check (quantity >= 0),
  settles_at timestamptz not null,
  constraint provisional_outcomes_pkey primary key (customer_id, event_id)
);
create index provisional_outcomes_due_idx on provisional_outcomes (settles_at, organization_id);
create index provisional_outcomes_usage_idx on provisional_outcomes (organization_id, usage_date);
create index provisional_outcomes_signal_idx
  on provisional_outcomes (customer_id, agent_id, signal_id, usage_date);
select app.place('provisional_outcomes', 'distributed', 'customer_id');

-- What settles has its own corrections: the units that leave the window.
alter table event_corrections drop constraint event_corrections_kind_check;
alter table event_corrections add constraint event_corrections_kind_check
  check (kind in ('rejection', 'restoration', 'settlement', 'recost', 'void', 'amend'));
-- Customers whose budgets and credit changed, because something has settled.
create index event_corrections_settled_idx on event_corrections (organization_id, created_at)
  where kind = 'settlement';
