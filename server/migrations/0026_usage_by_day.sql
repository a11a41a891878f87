set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- What was recorded and then rejected: it was used, and is not billed. Rollups have no default, so that a
-- process of an older version, which knows no days, is refused instead of leaving them out.
alter table usage_events add column rejected_quantity numeric not null default 0;
alter table usage_rollups add column rejected_event_count bigint not null default 0;
alter table usage_rollups add column rejected_quantity numeric not null default 0;
alter table usage_rollups alter column rejected_event_count drop default;
alter table usage_rollups alter column rejected_quantity drop default;

alter table model_rollups add column cache_read_tokens numeric not null default 0;
alter table model_rollups add column cache_write_tokens numeric not null default 0;
alter table model_rollups alter column cache_read_tokens drop default;
alter table model_rollups alter column cache_write_tokens drop default;
update model_rollups as rollups
set cache_read_tokens = used.cache_read_tokens, cache_write_tokens = used.cache_write_tokens
from (
  select events.customer_id, events.agent_id, events.signal_id,
    date_bin('15 minutes', events.usage_date, timestamptz '2000-01-01 00:00Z') as bucket,
    service ->> 'modelProvider' as provider, service ->> 'model' as model,
    sum(coalesce((service ->> 'cacheReadTokens')::numeric, 0)) as cache_read_tokens,
    sum(coalesce((service ->> 'cacheWriteTokens')::numeric, 0)) as cache_write_tokens
  from usage_events events cross join json_array_elements(events.services) service
  group by 1, 2, 3, 4, 5, 6
) as used
where rollups.customer_id = used.customer_id and rollups.bucket = used.bucket
  and rollups.agent_id = used.agent_id and rollups.signal_id = used.signal_id
  and rollups.provider = used.provider and rollups.model = used.model
  and not rollups.is_backfill
  and (used.cache_read_tokens > 0 or used.cache_write_tokens > 0);

-- The same sums as usage_rollups by UTC day: for windows of months, and for limits.
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
  constraint usage_days_pkey primary key (customer_id, day, agent_id, signal_id, is_backfill)
) with (fillfactor = 75);
create index usage_days_organization_idx on usage_days (organization_id, day);
select app.place('usage_days', 'distributed', 'customer_id');
insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
  event_count, quantity, rejected_event_count, rejected_quantity, cost, uncosted_event_count)
select customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id, is_backfill,
  organization_id, sum(event_count), sum(quantity), 0, 0, sum(cost), sum(uncosted_event_count)
from usage_rollups group by 1, 2, 3, 4, 5, 6;

-- An event by its id: ids are in order of arrival, so a thousandth of a b-tree finds it. And all
-- events of a run; the run first, since it can be asked for without its customer.
create index usage_events_id_idx on usage_events
  using brin (id) with (pages_per_range = 128, autosummarize = on);
create index usage_events_run_idx on usage_events (run_id, customer_id) where run_id is not null;

-- What was changed of an event after it was costed the first time. Rows are only added: the event keeps
-- the present values, and its first values and these add up to them.
create table event_corrections (
  customer_id uuid not null,
  event_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  usage_date timestamptz not null,
  kind text not null constraint event_corrections_kind_check check (kind in ('rejection', 'recost')),
  -- Signed: what is added to the event's quantity that is billed, and to its cost.
  quantity numeric not null,
  cost numeric not null,
  reason text,
  actor_kind text not null,
  actor_id text not null,
  -- Business time, and real time.
  corrected_at timestamptz not null,
  created_at timestamptz not null,
  constraint event_corrections_pkey primary key (customer_id, event_id, id)
);
select app.place('event_corrections', 'distributed', 'customer_id');
