set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Asked for by a call of the API, and not by the clock: of these an organization may send so many in
-- an hour.
alter table emails add column is_requested boolean not null default false;
create index emails_requested_idx on emails (organization_id, created_at) where is_requested;
