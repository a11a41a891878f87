set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- A secret key can be limited to recording usage: what the worker of an agent should hold.
alter table api_keys add column scope text not null default 'full'
  constraint api_keys_scope_check check (scope in ('full', 'record'));
alter table api_keys add constraint api_keys_record_check check (scope = 'full' or type = 'secret');
