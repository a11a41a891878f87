set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The person who made a key; null when it was made on the command line. People are never deleted, and the table of
-- keys is on every machine where theirs is not: so no foreign key.
alter table api_keys add column creator_id uuid;
