set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The people who sign in. The first four tables have the columns that the sign-in library asks for.
create table users (
  id uuid constraint users_pkey primary key,
  name text not null,
  email text not null constraint users_email_check check (email = lower(email)),
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_key on users (email);
select app.place('users', 'local');

-- How somebody proves who they are; so far a password, as the library hashes it.
create table accounts (
  id uuid constraint accounts_pkey primary key,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null
    constraint accounts_user_fkey references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index accounts_provider_key on accounts (provider_id, account_id);
create index accounts_user_idx on accounts (user_id);
select app.place('accounts', 'local');

-- The cookie is the token and a signature of it, so that a copy of this table opens nothing.
create table sessions (
  id uuid constraint sessions_pkey primary key,
  token text not null,
  user_id uuid not null
    constraint sessions_user_fkey references users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index sessions_token_key on sessions (token);
create index sessions_user_idx on sessions (user_id);
create index sessions_expires_idx on sessions (expires_at);
select app.place('sessions', 'local');

-- Links to choose another password, by a digest of what they carry.
create table verifications (
  id uuid constraint verifications_pkey primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier_idx on verifications (identifier);
create index verifications_expires_idx on verifications (expires_at);
select app.place('verifications', 'local');

-- Who works in which organization, and as what.
create table members (
  id uuid constraint members_pkey primary key,
  organization_id uuid not null,
  user_id uuid not null
    constraint members_user_fkey references users (id),
  role text not null
    constraint members_role_check check (role in ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index members_user_key on members (organization_id, user_id);
create index members_user_idx on members (user_id);
select app.place('members', 'local');

create table invitations (
  id uuid constraint invitations_pkey primary key,
  organization_id uuid not null,
  email text not null constraint invitations_email_check check (email = lower(email)),
  role text not null
    constraint invitations_role_check check (role in ('viewer', 'member', 'admin', 'owner')),
  status text not null
    constraint invitations_status_check check (status in ('pending', 'accepted', 'withdrawn')),
  -- SHA-256 of what the link carries: the link itself is shown or mailed once and kept nowhere.
  token_hash bytea not null,
  inviter_id uuid not null
    constraint invitations_inviter_fkey references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create unique index invitations_token_key on invitations (token_hash);
create unique index invitations_pending_key on invitations (organization_id, email)
  where status = 'pending';
create index invitations_created_idx on invitations (organization_id, created_at);
select app.place('invitations', 'local');

-- People act, too. What is there was written under the narrower rule.
alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_check
  check (actor_kind in ('api_key', 'user')) not valid;
