/**
 * Returns SQL for the invoice columns `seller` and `buyer`, from two statement parameters. Tests
 * that insert invoices as rows need both columns, except for drafts.
 */
export function partyColumns({
  organization,
  customer,
}: {
  organization: string
  customer: string
}) {
  return {
    seller: `(select jsonb_build_object('name', name, 'email', email, 'phone', phone,
      'addressLine1', address_line1, 'addressLine2', address_line2, 'city', city, 'state', state,
      'zipCode', zip_code, 'country', country, 'taxId', tax_id, 'footer', invoice_footer)
      from organizations where id = ${organization})`,
    buyer: `(select jsonb_build_object('name', name, 'email', email,
      'addressLine1', address_line1, 'addressLine2', address_line2, 'city', city, 'state', state,
      'zipCode', zip_code, 'country', country, 'billingContactName', billing_contact_name,
      'billingContactEmail', billing_contact_email, 'taxId', tax_id, 'taxExemptionReason', null,
      'timezone', timezone) from customers where id = ${customer})`,
  }
}
