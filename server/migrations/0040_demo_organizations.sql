set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Null for what is nobody's demo. A demo is made up, and may be taken away with all that is in it.
alter table organizations add column demo text;
alter table organizations add constraint organizations_demo_check check (demo in ('filling', 'filled'));
create unique index organizations_one_demo_idx on organizations ((demo is not null)) where demo is not null;
