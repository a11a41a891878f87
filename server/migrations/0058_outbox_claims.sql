set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The table is empty most of the time, and PostgreSQL plans by what it was. Each question of a claim has
-- the one index that answers it, so that it stays quick when a month's end fills the table.
create index outbox_tasks_in_turn_idx on outbox_tasks (consumer, next_attempt_at, event_id);
drop index outbox_tasks_due_idx;
create index outbox_tasks_earlier_idx on outbox_tasks (object_id, consumer, event_id);
drop index outbox_tasks_object_idx;
