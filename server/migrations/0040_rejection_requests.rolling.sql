set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- Days after its usage date in which a customer may ask to reject an outcome. Null: customers do not ask.
alter table pricing_plans add column rejection_days integer
  constraint pricing_plans_rejection_days_check check (rejection_days between 1 and 365);
-- True: what a customer asks is accepted at once.
alter table pricing_plans add column auto_accept_rejections boolean not null default false;

-- What customers ask: units of an outcome that should not be billed. A row is decided once, and no row is deleted.
create table rejection_requests (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  event_id uuid not null,
  usage_date timestamptz not null,
  agent_id uuid not null,
  signal_id uuid not null,
  run_id text,
  quantity numeric not null constraint rejection_requests_quantity_check check (quantity > 0),
  reason text not null,
  state text not null constraint rejection_requests_state_check
    check (state in ('requested', 'accepted', 'declined', 'withdrawn')),
  -- Business time, like decided_at.
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- Null: it is open, or the plan accepted it by itself.
  decided_by_kind text,
  decided_by_id text,
  decline_reason text,
  -- What it became once it was accepted.
  rejection_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint rejection_requests_pkey primary key (customer_id, id),
  constraint rejection_requests_decided_check check (
    (state = 'requested') = (decided_at is null)
    and (state = 'accepted') = (rejection_id is not null)
    and (state = 'declined') = (decline_reason is not null)
    and (state in ('requested', 'accepted') or decided_by_kind is not null)
  )
);
-- At most one of an event is open.
create unique index rejection_requests_open_key on rejection_requests (customer_id, event_id)
  where state = 'requested';
create index rejection_requests_id_idx on rejection_requests (id);
create index rejection_requests_event_idx on rejection_requests (event_id);
create index rejection_requests_customer_idx on rejection_requests (customer_id, created_at, id);
create index rejection_requests_organization_idx on rejection_requests (organization_id, created_at, id);
create index rejection_requests_open_idx on rejection_requests (organization_id, created_at, id)
  where state = 'requested';
select app.place('rejection_requests', 'distributed', 'customer_id');
