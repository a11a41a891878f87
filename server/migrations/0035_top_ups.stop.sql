set local lock_timeout = '5s';
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would book the payment of a top-up without giving its credit.

alter table invoice_lines drop constraint invoice_lines_type_check;
alter table invoice_lines add constraint invoice_lines_type_check
  check (type in ('usage', 'recurring', 'seat_based', 'onetime', 'proration', 'late_usage', 'credit', 'top_up'));

-- How a top-up is paid: on a page, or with the saved method.
alter table invoices add column top_up_method text
  constraint invoices_top_up_method_check check (top_up_method in ('checkout', 'saved'));
alter table invoices add constraint invoices_top_up_check check ((kind = 'top_up') = (top_up_method is not null));
create index invoices_top_up_idx on invoices (customer_id, id) where kind = 'top_up';

-- Money that the bank of the customer took back, and not a refund.
alter table refunds add column is_dispute boolean not null default false;
