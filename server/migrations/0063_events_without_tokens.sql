set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The few events with an LLM that has no token, and so costs 0. A dot in the prices says so, and nothing else
-- in them has one. Events of before this migration have none.
create index usage_events_without_tokens_idx
  on usage_events (organization_id, usage_date, id) where prices like '%.%';
