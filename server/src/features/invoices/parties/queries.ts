import { type SqlBool, sql } from 'kysely'
import { together, togetherOnce } from '../../../platform/batching/together.ts'
import type { Db } from '../../../platform/database.ts'
import type { Invoice } from '../invoice.ts'
import type { Buyer, Parties, Seller } from './party.ts'

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

const findSeller = togetherOnce(
  (organizationId: string) => organizationId,
  async (db: Db, ids): Promise<Seller[]> => {
    const rows = await db
      .selectFrom('organizations as o')
      .select('o.id')
      .select(sellerColumns)
      .where(sql<SqlBool>`o.id = any(${ids}::uuid[])`)
      .execute()
    return ids.flatMap((wanted) =>
      rows.flatMap(({ id, ...seller }) => (id === wanted ? [seller] : [])),
    )
  },
)

type BuyerKey = Pick<Invoice, 'organizationId' | 'customerId' | 'subscriptionId'>

const findBuyer = together(async (db: Db, keys: readonly BuyerKey[]): Promise<Buyer[]> => {
  const rows = await db
    .selectFrom('subscriptions as s')
    .innerJoin('customers as c', 'c.id', 's.customerId')
    .select(['s.id', 's.organizationId'])
    .select(buyerColumns)
    .select(sql<string>`coalesce(s.timezone, c.timezone)`.as('timezone'))
    .select(
      sql<string | null>`case when c.is_tax_exempt then c.tax_exemption_reason end`.as(
        'taxExemptionReason',
      ),
    )
    .where(sql<SqlBool>`s.customer_id = any(${keys.map(({ customerId }) => customerId)}::uuid[])`)
    .where(sql<SqlBool>`s.id = any(${keys.map((key) => key.subscriptionId)}::uuid[])`)
    .execute()
  return keys.flatMap((key) =>
    rows.flatMap(({ id, organizationId, ...buyer }) =>
      id === key.subscriptionId && organizationId === key.organizationId ? [buyer] : [],
    ),
  )
})

/** As the organization and the customer are now; also a deleted customer, whose invoices stay. */
export async function findCurrentParties(db: Db, invoice: Invoice): Promise<Parties> {
  const [seller, buyer] = await Promise.all([
    findSeller(db, invoice.organizationId),
    findBuyer(db, invoice),
  ])
  return { seller, buyer }
}
