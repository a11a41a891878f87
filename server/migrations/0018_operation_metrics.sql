set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- For the metrics: how many invoices are in each state, and which e-mails were given up of late, without
-- reading the tables.
create index invoices_status_idx on invoices (status);
create index emails_failed_idx on emails (created_at) where status = 'failed';
