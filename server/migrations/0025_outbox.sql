set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- What has happened: written in the transaction in which it happened, kept for a week.
create table outbox_events (
  id uuid constraint outbox_events_pkey primary key,
  organization_id uuid not null,
  customer_id uuid not null,
  -- Such as invoice.issued; types are added and never change their meaning.
  type text not null,
  -- The invoice, payment, refund or subscription that it happened to.
  object_id uuid not null,
  -- What was decided when it happened and cannot be read from the object afterwards.
  data jsonb not null,
  -- Business time, and real time.
  happened_at timestamptz not null,
  created_at timestamptz not null
);
create index outbox_events_created_idx on outbox_events (created_at);
create index outbox_events_object_idx on outbox_events (object_id);
select app.place('outbox_events', 'local');

-- What each consumer has still to do about an event; gone once it has done it.
create table outbox_tasks (
  consumer text not null,
  event_id uuid not null,
  organization_id uuid not null,
  object_id uuid not null,
  attempts integer not null,
  -- While somebody is at it: when its lease ends.
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  constraint outbox_tasks_pkey primary key (consumer, event_id)
);
create index outbox_tasks_due_idx on outbox_tasks (consumer, next_attempt_at);
create index outbox_tasks_object_idx on outbox_tasks (object_id);
create index outbox_tasks_event_idx on outbox_tasks (event_id);
select app.place('outbox_tasks', 'local');

-- What customers were still to be told and thanked for goes on as events.
insert into outbox_events
  (id, organization_id, customer_id, type, object_id, data, happened_at, created_at)
select gen_random_uuid(), organization_id, customer_id,
  case kind when 'payment' then 'payment.succeeded' when 'refund' then 'refund.succeeded'
    else 'invoice.voided' end,
  subject_id, case kind when 'void' then '{"wasIssued": true}'::jsonb else '{}'::jsonb end,
  due_at, due_at
from due_notices;
insert into outbox_events
  (id, organization_id, customer_id, type, object_id, data, happened_at, created_at)
select gen_random_uuid(), organization_id, customer_id, 'invoice.paid', id,
  '{"isThankedFor": true}'::jsonb, receipt_due_at, receipt_due_at
from invoices where receipt_due_at is not null;
insert into outbox_tasks
  (consumer, event_id, organization_id, object_id, attempts, next_attempt_at, created_at)
select case type when 'invoice.paid' then 'receipts' else 'notices' end, id, organization_id,
  object_id, 0, created_at, created_at
from outbox_events;
drop table due_notices;
delete from app.placement where name = 'due_notices';
drop index invoices_receipt_idx;
alter table invoices drop column receipt_due_at;
