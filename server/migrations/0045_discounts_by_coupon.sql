set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Who has a coupon, the latest first.
create index discounts_coupon_idx on discounts (organization_id, coupon_id, created_at, id);
