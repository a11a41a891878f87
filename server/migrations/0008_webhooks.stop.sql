set local lock_timeout = '5s';
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would write events that nothing announces.

-- Announcements of these objects say which of two states is the later one.
alter table customers add column version integer not null default 1;
alter table coupons add column version integer not null default 1;
alter table pricing_plans add column version integer not null default 1;

-- Null: the event is about the whole organization.
alter table outbox_events alter column customer_id drop not null;

-- Several organizations hear of one object of the catalog, each in its own order.
drop index outbox_tasks_earlier_idx;
create index outbox_tasks_earlier_idx on outbox_tasks (object_id, organization_id, consumer, event_id);

-- An outbox event with a public type, and its object as it was rendered once. position is assigned by one writer at
-- a time, so a reader who has seen a position has seen all smaller ones.
create table announcements (
  id uuid not null,
  position bigint not null generated always as identity,
  organization_id uuid not null,
  customer_id uuid,
  type text not null,
  object_id uuid not null,
  version integer not null,
  -- JSON text, because deliveries and their repetitions must be equal to the byte.
  data text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null,
  constraint announcements_pkey primary key (id)
);
create unique index announcements_position_key on announcements (organization_id, position);
create index announcements_object_idx on announcements (object_id, position);
create index announcements_created_idx on announcements (organization_id, created_at);
-- For pruning: rows are in order of creation.
create index announcements_age_idx on announcements using brin (created_at);
select app.place('announcements', 'local');

-- Models without a price that were announced, each once.
create table announced_models (
  organization_id uuid not null,
  provider text not null,
  model text not null,
  announced_at timestamptz not null,
  constraint announced_models_pkey primary key (organization_id, provider, model)
);
select app.place('announced_models', 'local');

-- Prices of the catalog that were announced, or that needed no announcement, in each of these states.
create table announced_prices (
  price_id uuid not null,
  status text not null
    constraint announced_prices_status_check check (status in ('accepted', 'quarantined')),
  announced_at timestamptz not null,
  constraint announced_prices_pkey primary key (price_id, status)
);
select app.place('announced_prices', 'local');
insert into announced_prices (price_id, status, announced_at)
select id, status, now() from catalog_prices
where status in ('accepted', 'quarantined') and coalesce(effective_from, '-infinity') <= now();

create table webhook_endpoints (
  id uuid not null,
  organization_id uuid not null,
  url text not null,
  description text,
  -- Null: all types.
  types text[],
  includes_costs boolean not null,
  -- Sealed; the database alone cannot sign.
  secret text not null,
  -- Those before the last rotations, the latest first: [{secret, until}]. Each signs as well until then.
  previous_secrets jsonb not null,
  status text not null
    constraint webhook_endpoints_status_check check (status in ('enabled', 'disabled')),
  disabled_reason text
    constraint webhook_endpoints_reason_check check (disabled_reason in ('request', 'failing', 'gone')),
  disabled_at timestamptz,
  -- Beginning of failures without a success or a pause of two days between them.
  failing_since timestamptz,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  -- The claim of the process that sends to the endpoint, and until when no other one does.
  claim_id uuid,
  claimed_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint webhook_endpoints_pkey primary key (id),
  constraint webhook_endpoints_disabled_check check (
    (status = 'disabled') = (disabled_at is not null)
    and (disabled_at is null) = (disabled_reason is null)
  )
) with (fillfactor = 70);
create index webhook_endpoints_organization_idx on webhook_endpoints (organization_id, id);
select app.place('webhook_endpoints', 'local');

-- Emails about endpoints that the service disabled, until they are sent.
create table webhook_notices (
  endpoint_id uuid not null,
  email text not null,
  attempts integer not null,
  next_attempt_at timestamptz not null,
  constraint webhook_notices_pkey primary key (endpoint_id, email)
);
select app.place('webhook_notices', 'local');

-- An announcement at an endpoint. attempts counts since the delivery was last started anew.
create table webhook_deliveries (
  announcement_id uuid not null,
  endpoint_id uuid not null,
  organization_id uuid not null,
  position bigint not null,
  type text not null,
  -- As the endpoint was set when the delivery was created, so that its body never changes.
  includes_costs boolean not null,
  status text not null
    constraint webhook_deliveries_status_check check (status in ('pending', 'succeeded', 'failed')),
  attempts integer not null,
  -- Null unless pending.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  created_at timestamptz not null,
  constraint webhook_deliveries_pkey primary key (announcement_id, endpoint_id),
  constraint webhook_deliveries_next_check check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_due_idx
  on webhook_deliveries (endpoint_id, next_attempt_at, position) where status = 'pending';
-- With the organization, so that lists are counted in the index alone.
create index webhook_deliveries_endpoint_idx on webhook_deliveries (organization_id, endpoint_id, position);
create index webhook_deliveries_type_idx on webhook_deliveries (organization_id, endpoint_id, type, position);
create index webhook_deliveries_failed_idx
  on webhook_deliveries (organization_id, endpoint_id, position) where status = 'failed';
select app.place('webhook_deliveries', 'local');

-- One request to an endpoint, and its answer.
create table webhook_attempts (
  id uuid not null,
  announcement_id uuid not null,
  endpoint_id uuid not null,
  organization_id uuid not null,
  result text not null
    constraint webhook_attempts_result_check
      check (result in ('succeeded', 'rejected', 'timed_out', 'unreachable', 'refused')),
  status smallint,
  error text,
  -- The first kilobyte of the answer.
  response text,
  duration_ms integer not null,
  attempted_at timestamptz not null,
  constraint webhook_attempts_pkey primary key (announcement_id, endpoint_id, id)
);
select app.place('webhook_attempts', 'local');
