set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- An entry keeps who called: a kind and an id. Until now every caller was an API key. Only the catalog
-- changes: the rows of a log of any size stay as they are, and read as what they were.
alter table audit_log rename column api_key_id to actor_id;
alter table audit_log add column actor_kind text not null default 'api_key';
-- From here on whoever writes an entry says it.
alter table audit_log alter column actor_kind drop default;
-- Not checked for the rows that are there: they have the value of above.
alter table audit_log add constraint audit_log_actor_kind_check
  check (actor_kind in ('api_key')) not valid;
