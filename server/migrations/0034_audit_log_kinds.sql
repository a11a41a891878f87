set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The kinds of entries that a log has: few, however long it is. Filters choose among them, and the latest entries of
-- a kind stand together in an index.
create table audit_log_kinds (
  organization_id uuid not null,
  actor_kind text not null,
  actor_id uuid not null,
  method text not null,
  status smallint not null,
  -- Nearly all of a log is often the recording of usage.
  is_usage boolean not null,
  -- What the index of the log has in the place of all that.
  kind bigint not null,
  constraint audit_log_kinds_pkey
    primary key (organization_id, actor_id, method, status, is_usage, actor_kind)
);
select app.place('audit_log_kinds', 'local');

insert into audit_log_kinds
  (organization_id, actor_kind, actor_id, method, status, is_usage, kind)
select distinct organization_id, actor_kind, actor_id, method, status, path = '/v1/usage/record',
  uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int)))
from audit_log;

-- A number and a time, because PostgreSQL fills the pages of narrow keys that grow at many places.
create index audit_log_kind_idx on audit_log (
  uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int))),
  requested_at
);
create index audit_log_path_idx on audit_log (
  hashtextextended(path, uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int)))),
  requested_at
) where path <> '/v1/usage/record';

-- Those of one instant are few: their ids need not be in the index.
drop index audit_log_organization_idx;
create index audit_log_time_idx on audit_log (organization_id, requested_at);
