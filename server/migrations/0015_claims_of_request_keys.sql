set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Who carries out a request with an Idempotency-Key, until when it is taken to be alive, and when its
-- work was committed. All null: a request of an older version.
alter table idempotent_requests add column claim_id uuid;
alter table idempotent_requests add column leased_until timestamptz;
alter table idempotent_requests add column committed_at timestamptz;
