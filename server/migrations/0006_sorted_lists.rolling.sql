-- Lists can be sorted by these columns.
create index invoices_due_date_idx on invoices (organization_id, due_date, id);
create index invoices_total_idx on invoices (organization_id, total, id);
create index payments_amount_idx on payments (organization_id, amount, id);
