set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Why somebody took an invoice back.
alter table invoices add column void_reason text;

-- One tab of the list of invoices, the latest first; and how many there are in each state.
create index invoices_state_idx
  on invoices (organization_id, status, coalesce(issued_at, generated_at), id);

-- Business time of what has only a real one, so that an invoice can tell its story in order.
alter table emails add column business_at timestamptz;
alter table checkout_sessions add column business_at timestamptz;
