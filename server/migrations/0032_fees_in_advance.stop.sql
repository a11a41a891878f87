set local lock_timeout = '5s';
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before bills every fee at the end of its period.
alter table pricing_strategies add column bill_timing text not null default 'arrears'
  constraint pricing_strategies_bill_timing_check check (bill_timing in ('arrears', 'advance'));
alter table pricing_strategies add constraint pricing_strategies_advance_check
  check (bill_timing = 'arrears' or charge_type in ('recurring', 'seat_based'));

-- Whether days that were billed in advance stay billed if the subscription ends before them.
alter table subscriptions add column keep_advance boolean not null default false;

-- An invoice of nothing but fees in advance. It claims no time, as `is_final_invoice` says; its period is that of the fees.
alter table invoices add column is_advance_only boolean not null default false;
alter table invoices add constraint invoices_advance_only_check
  check (not is_advance_only or is_final_invoice);

alter table invoice_lines add column is_advance boolean not null default false;
-- The subscription whose days the line claims in advance; null if it claims none, or once its invoice is void.
alter table invoice_lines add column claims_for uuid;
alter table invoice_lines add constraint invoice_lines_claim_check
  check (claims_for is null or is_advance);
-- Revenue that is not earned yet, see month-end.
create index invoice_lines_advance_idx on invoice_lines (organization_id, period_end) where is_advance;
-- Two lines never claim the same first day of a fee, whatever happens concurrently, and nothing follows twice from one
-- line, such as days given back of it.
create unique index invoice_lines_claim_key
  on invoice_lines (customer_id, claims_for, strategy_id, period_start)
  where claims_for is not null and source_id is null;
create unique index invoice_lines_follow_key
  on invoice_lines (customer_id, claims_for, source_id, type, period_start)
  where claims_for is not null and source_id is not null;
