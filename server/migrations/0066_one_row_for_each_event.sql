set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Every event is one row that holds its record. Nothing is converted here: a database that still has events in
-- the three tables of schema 0027 is refused, and stays as it is.
do $$
begin
  if exists (select from usage_events where payload is null
      or kept_metadata is not null or kept_services is not null or kept_cost_data is not null)
    or exists (select from raw_usage_events) or exists (select from usage_idempotency_keys) then
    raise exception 'Events of schema 0027 or older are left. Start the version of commit 0b591b5 and wait until its metric piecework_events_to_move is 0; events whose costs do not follow from their record stay with that version.';
  end if;
end
$$;

drop table raw_usage_events;
delete from app.placement where name = 'raw_usage_events';
drop table usage_idempotency_keys;
delete from app.placement where name = 'usage_idempotency_keys';

drop index if exists usage_events_unmoved_idx;
alter table usage_events reset (autovacuum_vacuum_scale_factor);
alter table usage_events alter column payload set not null;
alter table usage_events drop column kept_metadata;
alter table usage_events drop column kept_services;
alter table usage_events drop column kept_cost_data;
-- An event has a cost, or it waits for one; the prices of its services come with the cost.
alter table usage_events drop constraint usage_events_cost_check;
alter table usage_events add constraint usage_events_cost_check check (
  (usage_cost is not null) = (coalesce(event_processed, 'PROCESSED') = 'PROCESSED')
  and (usage_cost is not null) = (prices is not null)
);
