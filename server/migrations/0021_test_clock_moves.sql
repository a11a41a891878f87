set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '5s';

-- Where a move that is under way will end; null when the clock only ticks.
alter table test_clocks add column moving_to timestamptz;
