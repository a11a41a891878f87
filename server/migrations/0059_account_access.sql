set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The token of the link that makes the first owner: one row while there is no account, none afterwards.
-- It is stored in clear, so that every start can print the same link.
create table setup_tokens (
  is_current boolean constraint setup_tokens_pkey primary key
    constraint setup_tokens_current_check check (is_current),
  token text not null,
  created_at timestamptz not null
);
select app.place('setup_tokens', 'local');

-- The mails with a link to choose another password of the last day, by the network that asked.
create table reset_mails (
  id uuid constraint reset_mails_pkey primary key,
  user_id uuid not null
    constraint reset_mails_user_fkey references users (id) on delete cascade,
  network text not null,
  created_at timestamptz not null
);
create index reset_mails_user_idx on reset_mails (user_id, created_at);
create index reset_mails_created_idx on reset_mails (created_at);
select app.place('reset_mails', 'local');

-- A reset ends all links of its account.
create index verifications_value_idx on verifications (value);
