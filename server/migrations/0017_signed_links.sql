set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Links to pay are signed now, and the database holds nothing of them. Those that were mailed before
-- stay valid by their hash. The columns that held them stay, and stay empty: a process of the version
-- before, which may still run, writes them. A token is base64url, so `decode` answers its very bytes;
-- `convert_to` would too, but Citus refuses it in an update.
alter table invoices add column payment_token_hash bytea;
alter table invoices alter column payment_token drop not null;
drop index invoices_token_idx;
update invoices
  set payment_token_hash = sha256(decode(payment_token, 'escape')), payment_token = null;
create index invoices_token_hash_idx on invoices (payment_token_hash)
  where payment_token_hash is not null;

-- The address of a page of our own holds its token; it is made anew when somebody asks for it.
alter table checkout_sessions add column token_hash bytea;
alter table checkout_sessions alter column token drop not null;
drop index checkout_sessions_token_idx;
update checkout_sessions
  set token_hash = sha256(decode(token, 'escape')), token = null,
    url = case when provider = 'sandbox' then null else url end;
create index checkout_sessions_token_hash_idx on checkout_sessions (token_hash)
  where token_hash is not null;
