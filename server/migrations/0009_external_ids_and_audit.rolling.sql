set local lock_timeout = '5s';

-- The customer's external id when the announcement was rendered. Null also for announcements of older versions.
alter table announcements add column customer_external_id text;

-- Finds the customer that a filter names by the external id that it had when it was deleted.
create index customers_deleted_external_id_idx
  on customers (organization_id, external_id) where deleted_at is not null;

-- Names of the fields that the request changed, separated by commas. Not null, so that entries without any need no
-- bitmap of nulls.
alter table audit_log add column changed_fields text not null default '';
