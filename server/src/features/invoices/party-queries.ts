import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Invoice } from './invoice.ts'
import type { Parties } from './party.ts'

const sellerColumns = [
  'o.name',
  'o.email',
  'o.phone',
  'o.address_line1 as addressLine1',
  'o.address_line2 as addressLine2',
  'o.city',
  'o.state',
  'o.zip_code as zipCode',
  'o.country',
  'o.tax_id as taxId',
  'o.invoice_footer as footer',
] as const

const buyerColumns = [
  'c.name',
  'c.email',
  'c.address_line1 as addressLine1',
  'c.address_line2 as addressLine2',
  'c.city',
  'c.state',
  'c.zip_code as zipCode',
  'c.country',
  'c.billing_contact_name as billingContactName',
  'c.billing_contact_email as billingContactEmail',
  'c.tax_id as taxId',
] as const

/** As the organization and the customer are now; also a deleted customer, whose invoices stay. */
export async function findCurrentParties(
  db: Db,
  { organizationId, customerId, subscriptionId }: Invoice,
): Promise<Parties> {
  const seller = db
    .selectFrom('organizations as o')
    .select(sellerColumns)
    .where('o.id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const buyer = db
    .selectFrom('subscriptions as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(buyerColumns)
    .select(sql<string>`coalesce(s.timezone, c.timezone)`.as('timezone'))
    .select(
      sql<string | null>`case when c.is_tax_exempt then c.tax_exemption_reason end`.as(
        'taxExemptionReason',
      ),
    )
    .where('s.customer_id', '=', customerId)
    .where('s.id', '=', subscriptionId)
    .where('s.organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const [ofSeller, ofBuyer] = await Promise.all([seller, buyer])
  return { seller: ofSeller, buyer: ofBuyer }
}
