set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- An invoice need not be for a subscription: later ones sell credit, bill one thing, or take one back.
alter table invoices add column kind text not null default 'subscription'
  constraint invoices_kind_check check (kind in ('subscription', 'top_up', 'one_off', 'credit_note'));
alter table invoices alter column kind drop default;
alter table invoices alter column subscription_id drop not null;
alter table invoices add constraint invoices_subscription_check
  check ((kind = 'subscription') = (subscription_id is not null));

-- USD for one unit of the invoice's currency when it left draft; null while nobody knows it.
alter table invoices add column usd_rate numeric;
update invoices set usd_rate = 1 where currency = 'USD' and status <> 'draft';

-- Raised by every update, so that who hears of a change can tell late from new.
alter table invoices add column version integer not null default 1;
alter table subscriptions add column version integer not null default 1;
alter table payments add column version integer not null default 1;

-- The field's word for the invoice after a subscription's end.
alter table invoices rename column is_closing to is_final_invoice;
