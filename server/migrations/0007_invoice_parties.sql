set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Printed on the invoices of a customer that is tax exempt, such as "Reverse charge".
alter table customers add column tax_exemption_reason text;

-- Who bills whom, as it was when the invoice stopped being a draft; null on a draft.
alter table invoices add column seller jsonb;
alter table invoices add column buyer jsonb;

-- jsonb_object is immutable, which Citus asks of a function in an update.
update invoices set
  seller = jsonb_object(
    array['name', 'email', 'phone', 'addressLine1', 'addressLine2', 'city', 'state', 'zipCode',
      'country', 'taxId', 'footer'],
    array[o.name, o.email, o.phone, o.address_line1, o.address_line2, o.city, o.state, o.zip_code,
      o.country, o.tax_id, o.invoice_footer]),
  buyer = jsonb_object(
    array['name', 'email', 'addressLine1', 'addressLine2', 'city', 'state', 'zipCode', 'country',
      'billingContactName', 'billingContactEmail', 'taxId', 'taxExemptionReason', 'timezone'],
    array[c.name, c.email, c.address_line1, c.address_line2, c.city, c.state, c.zip_code, c.country,
      c.billing_contact_name, c.billing_contact_email, c.tax_id, null,
      coalesce(s.timezone, c.timezone)])
from subscriptions s, customers c, organizations o
where invoices.status <> 'draft'
  and s.customer_id = invoices.customer_id and s.id = invoices.subscription_id
  and c.id = invoices.customer_id
  and o.id = invoices.organization_id;

alter table invoices add constraint invoices_parties_check
  check (status = 'draft' or (seller is not null and buyer is not null));
