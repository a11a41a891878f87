set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Of what customers are told by mail besides invoices, reminders and receipts.
alter table organizations add column email_on_payment boolean not null default true;
alter table organizations add column email_on_refund boolean not null default true;
alter table organizations add column email_on_void boolean not null default true;

-- What a customer is still to be told: written with the booking, gone once its mail is in the outbox.
create table due_notices (
  customer_id uuid not null,
  kind text not null constraint due_notices_kind_check check (kind in ('payment', 'refund', 'void')),
  -- The payment, the refund, or the invoice that was voided.
  subject_id uuid not null,
  organization_id uuid not null,
  invoice_id uuid not null,
  -- Null for an invoice that was voided.
  amount numeric,
  due_at timestamptz not null,
  constraint due_notices_pkey primary key (customer_id, kind, subject_id)
);
create index due_notices_due_idx on due_notices (due_at);
select app.place('due_notices', 'distributed', 'customer_id');

alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check
  check (kind in ('invoice', 'reminder', 'receipt', 'payment', 'refund', 'void'));
