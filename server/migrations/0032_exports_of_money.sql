set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Exports read page by page in the order of ids, which never changes: dates move when something is issued or paid.
create index invoices_organization_idx on invoices (organization_id, id);
create index payments_organization_idx on payments (organization_id, id);
