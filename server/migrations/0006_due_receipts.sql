set local lock_timeout = '5s';

-- Since when the customer is to be thanked for having paid online; null when nothing is left to do.
alter table invoices add column receipt_due_at timestamptz;
create index invoices_receipt_idx on invoices (receipt_due_at) where receipt_due_at is not null;
