set local lock_timeout = '5s';
set local citus.multi_shard_modify_mode = 'sequential';

-- A hold that closes gets a new entry in each index whose condition it meets, and every record that ends a run closes
-- one. So a run has one key, and the lists of open and of settled holds leave out the others.
drop index control_holds_run_key;
alter table control_holds drop constraint control_holds_pkey;
alter table control_holds add constraint control_holds_pkey primary key (customer_id, run_id);
drop index control_holds_organization_idx;
create index control_holds_organization_idx on control_holds (organization_id, created_at, id)
  where closed_at is null or uncosted_event_count > 0;
drop index control_holds_agent_idx;
create index control_holds_settled_idx on control_holds (organization_id, created_at, agent_id, signal_id)
  where close_reason = 'settled';
