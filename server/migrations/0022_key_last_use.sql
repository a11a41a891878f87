set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- When a key was used last, to the minute: for whoever wonders which keys may be revoked.
alter table api_keys add column last_used_at timestamptz;
