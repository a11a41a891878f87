set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- What is billed and earned is always asked of one agent: its times lie side by side in the key, so
-- that those of a customer's other agents need not be read.
alter table usage_rollups drop constraint usage_rollups_pkey;
alter table usage_rollups add constraint usage_rollups_pkey
  primary key (customer_id, agent_id, bucket, signal_id, is_backfill);

alter table usage_days drop constraint usage_days_pkey;
alter table usage_days add constraint usage_days_pkey
  primary key (customer_id, agent_id, day, signal_id, is_backfill);
