import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Invoice } from './invoice.ts'
import type { Parties } from './party.ts'

const sellerColumns = [
  'o.name',
  'o.email',
  'o.phone',
  'o.addressLine1',
  'o.addressLine2',
  'o.city',
  'o.state',
  'o.zipCode',
  'o.country',
  'o.taxId',
  'o.invoiceFooter as footer',
] as const

const buyerColumns = [
  'c.name',
  'c.email',
  'c.addressLine1',
  'c.addressLine2',
  'c.city',
  'c.state',
  'c.zipCode',
  'c.country',
  'c.billingContactName',
  'c.billingContactEmail',
  'c.taxId',
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
    .innerJoin('customers as c', 'c.id', 's.customerId')
    .select(buyerColumns)
    .select(sql<string>`coalesce(s.timezone, c.timezone)`.as('timezone'))
    .select(
      sql<string | null>`case when c.is_tax_exempt then c.tax_exemption_reason end`.as(
        'taxExemptionReason',
      ),
    )
    .where('s.customerId', '=', customerId)
    .where('s.id', '=', subscriptionId)
    .where('s.organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  const [ofSeller, ofBuyer] = await Promise.all([seller, buyer])
  return { seller: ofSeller, buyer: ofBuyer }
}
