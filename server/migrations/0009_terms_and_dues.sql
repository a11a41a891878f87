set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Null: the customer's apply. What is stored stays as it is.
alter table subscriptions alter column net_terms drop not null;

-- What was refunded before an invoice is paid in full is due again and paid once more, and a bank can
-- send a refund back afterwards: so no bound by the total is always true. The code that books payments
-- holds the invoice and refuses what is more than is due.
alter table invoices drop constraint invoices_paid_check;
alter table invoices add constraint invoices_paid_check check (amount_paid >= 0);

-- The clock issued it without a mail, because the customer had no address; nobody has sent it since.
alter table invoices add column issued_without_email boolean not null default false;
