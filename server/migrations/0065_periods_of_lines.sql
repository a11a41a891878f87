set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The start of the billing period that a line belongs to; a line of late usage belongs to the period that
-- it corrects. The discounts of a period follow from the sum of its lines.
alter table invoice_lines add column billing_period_start timestamptz;
