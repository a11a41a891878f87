set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- What a customer's corrections left over, and what became of it. The balance in a currency is the
-- sum of its rows; none is ever changed.
create table customer_credits (
  customer_id uuid not null
    constraint customer_credits_customer_fkey references customers (id),
  id uuid not null,
  organization_id uuid not null,
  currency text not null,
  -- Positive: the customer got it. Negative: an invoice took it, or it was paid out.
  amount numeric not null constraint customer_credits_amount_check check (amount <> 0),
  -- Void: what an invoice left or took, the other way round.
  kind text not null constraint customer_credits_kind_check
    check (kind in ('invoice', 'void', 'payout')),
  invoice_id uuid,
  reference text,
  -- Business time.
  booked_at timestamptz not null,
  created_at timestamptz not null,
  constraint customer_credits_pkey primary key (customer_id, id),
  constraint customer_credits_invoice_fkey
    foreign key (customer_id, invoice_id) references invoices (customer_id, id),
  constraint customer_credits_source_check check ((kind = 'payout') = (invoice_id is null))
);
create index customer_credits_invoice_idx on customer_credits (customer_id, invoice_id)
  where invoice_id is not null;
select app.place('customer_credits', 'distributed', 'customer_id');

-- What an invoice took of the credit; negative where it left some to the customer.
alter table invoices add column credit_total numeric not null default 0;

-- Credit was carried from invoice to invoice by lines until now. What final ones left or took is
-- booked; drafts are computed again before they are final.
insert into customer_credits
  (customer_id, id, organization_id, currency, amount, kind, invoice_id, booked_at, created_at)
select lines.customer_id, lines.id, lines.organization_id, invoices.currency, lines.amount, 'invoice',
  invoices.id, coalesce(invoices.finalized_at, invoices.generated_at), invoices.updated_at
from invoice_lines lines
join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
where lines.type = 'credit' and lines.amount <> 0 and invoices.status not in ('draft', 'void');
