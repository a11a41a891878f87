set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Links to the portal, and the visits that they opened. Of the link and of the cookie there are only digests.
create table portal_sessions (
  customer_id uuid not null
    constraint portal_sessions_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  token_hash bytea not null,
  -- Of the cookie that the link was exchanged for; null before that, and once its holder signed out.
  cookie_hash bytea,
  return_url text,
  features text[] not null,
  -- Who made it, as logs say it; null where the customer asked for it.
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint portal_sessions_pkey primary key (customer_id, id)
);
create unique index portal_sessions_token_key on portal_sessions (customer_id, token_hash);
create unique index portal_sessions_cookie_key on portal_sessions (customer_id, cookie_hash);
create index portal_sessions_id_idx on portal_sessions (id);
create index portal_sessions_created_idx on portal_sessions (organization_id, created_at, id);
create index portal_sessions_expires_idx on portal_sessions (expires_at);
select app.place('portal_sessions', 'distributed', 'customer_id');

-- Customers act, too. What is there was written under the narrower rule.
alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_check
  check (actor_kind in ('api_key', 'user', 'customer')) not valid;
