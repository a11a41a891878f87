set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- The few invoices whose time nothing bills automatically, unless another invoice covers it: voided after
-- they were finalized, or drafts that wait to be sent.
create index invoices_unbilled_idx on invoices (organization_id, customer_id, subscription_id)
  where (status = 'void' and not is_superseded or status = 'draft' and is_on_request)
    and not is_final_invoice;
