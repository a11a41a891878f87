set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- When a draft was made first, in business time: computing it again does not move it. Null on those
-- that a server made which does not know the column; generated_at is the best that is known of them.
alter table invoices add column drafted_at timestamptz;

-- A draft of a time that the clock does not bill by itself: it waits for a person.
alter table invoices add column is_on_request boolean not null default false;

update invoices set drafted_at = generated_at where status = 'draft';

-- Periods that were over before their subscription was entered are billed on request only.
update invoices set is_on_request = true
from subscriptions
where subscriptions.customer_id = invoices.customer_id
  and subscriptions.id = invoices.subscription_id
  and invoices.status = 'draft' and not invoices.is_closing
  and invoices.period_end <= subscriptions.invoiced_from;
