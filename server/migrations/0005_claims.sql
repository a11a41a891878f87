set local lock_timeout = '5s';

-- What the invoices of a customer billed of an agent's usage, found without reading all of them.
create index invoice_lines_usage_idx on invoice_lines (customer_id, agent_id, period_end)
  where type = 'usage';
