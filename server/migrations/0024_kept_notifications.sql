set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- What the provider sent, for whoever has to look at it: null for what came before this, and for what
-- we have asked the provider for. It goes with its row, which is deleted after ninety days. The table
-- is local, as it was placed by its first migration.
alter table payment_notifications add column kind text;
alter table payment_notifications add column body text;
alter table payment_notifications
  add constraint payment_notifications_body_check check (char_length(body) <= 65536);
