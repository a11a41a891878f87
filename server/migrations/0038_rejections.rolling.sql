set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- Units of outcomes that are not billed because the work did not hold; their cost stays. A row is one decision:
-- at most one of an event is in force, and no row is deleted.
create table outcome_rejections (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  event_id uuid not null,
  usage_date timestamptz not null,
  agent_id uuid not null,
  signal_id uuid not null,
  run_id text,
  quantity numeric not null constraint outcome_rejections_quantity_check check (quantity > 0),
  state text not null constraint outcome_rejections_state_check check (state in ('accepted', 'withdrawn')),
  reason text not null,
  actor_kind text not null,
  actor_id text not null,
  -- Business time, like withdrawn_at.
  rejected_at timestamptz not null,
  withdrawn_at timestamptz,
  withdraw_reason text,
  withdrawn_by_kind text,
  withdrawn_by_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint outcome_rejections_pkey primary key (customer_id, id),
  constraint outcome_rejections_withdrawn_check
    check ((state = 'withdrawn') = (withdrawn_at is not null and withdrawn_by_kind is not null))
);
create unique index outcome_rejections_event_key on outcome_rejections (customer_id, event_id)
  where state = 'accepted';
create index outcome_rejections_id_idx on outcome_rejections (id);
create index outcome_rejections_event_idx on outcome_rejections (event_id);
create index outcome_rejections_organization_idx on outcome_rejections (organization_id, created_at, id);
create index outcome_rejections_usage_idx on outcome_rejections (organization_id, usage_date)
  where state = 'accepted';
select app.place('outcome_rejections', 'distributed', 'customer_id');

-- A rejection and its withdrawal change the billed quantity of an event by opposite corrections.
alter table event_corrections drop constraint event_corrections_kind_check;
alter table event_corrections add constraint event_corrections_kind_check
  check (kind in ('rejection', 'restoration', 'recost', 'void', 'amend'));
alter table event_corrections add column rejection_id uuid;
