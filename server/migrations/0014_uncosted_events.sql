set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Events by state: the few without a cost are found among very many with one.
create index usage_events_uncosted_idx
  on usage_events (organization_id, event_processed, usage_date, id)
  where event_processed <> 'PROCESSED';

-- A mapping of a million events adds their costs to rows of its own, which recording never touches:
-- neither waits for the other. Whoever reads rollups adds up both kinds.
alter table usage_rollups add column is_backfill boolean not null default false;
alter table usage_rollups drop constraint usage_rollups_pkey;
alter table usage_rollups add constraint usage_rollups_pkey
  primary key (customer_id, bucket, agent_id, signal_id, is_backfill);

alter table model_rollups add column is_backfill boolean not null default false;
alter table model_rollups drop constraint model_rollups_pkey;
alter table model_rollups add constraint model_rollups_pkey
  primary key (customer_id, bucket, agent_id, signal_id, provider, model, is_backfill);
