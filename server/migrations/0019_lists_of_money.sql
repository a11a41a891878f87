set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Who keeps a copy asks for what has changed.
create index invoices_updated_idx on invoices (organization_id, updated_at);
create index payments_updated_idx on payments (organization_id, updated_at);

-- The payments of all invoices, by the day they were paid or, before that, tried.
create index payments_date_idx on payments (organization_id, (coalesce(paid_at, created_at)), id);
