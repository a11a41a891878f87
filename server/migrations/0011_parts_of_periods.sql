set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- An invoice may bill a part of a billing period: its usage is counted from the period's start, so
-- that pools and tiers belong to the period. Null on lines from before: those count from their own.
alter table invoice_lines add column counted_from timestamptz;
-- Days of the period before the part, where a fee is prorated.
alter table invoice_lines add column days_before integer;

-- The start of the period that a coupon was used for; null on uses from before: the invoice's start.
alter table invoice_discounts add column billing_period_start timestamptz;

-- What total_cost has of the time of earlier invoices, besides what late_usage lines say.
alter table invoices add column late_cost numeric not null default 0;
