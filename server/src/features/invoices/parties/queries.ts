import { type SqlBool, sql } from 'kysely'
import { batched, batchedByKey } from '../../../platform/batching/batched.ts'
import type { Db } from '../../../platform/database.ts'
import type { Invoice } from '../invoice.ts'
import type { Buyer, Parties, Seller } from '../party.ts'

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

const findSeller = batchedByKey(
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

const findBuyer = batched(async (db: Db, keys: readonly BuyerKey[]): Promise<Buyer[]> => {
  const ids = keys.map(({ customerId }) => customerId)
  const [customers, zones] = await Promise.all([
    db
      .selectFrom('customers as c')
      .select(['c.id', 'c.organizationId', 'c.timezone'])
      .select(buyerColumns)
      .select(
        sql<string | null>`case when c.is_tax_exempt then c.tax_exemption_reason end`.as(
          'taxExemptionReason',
        ),
      )
      .where(sql<SqlBool>`c.id = any(${ids}::uuid[])`)
      .execute(),
    listZones(db, keys),
  ])
  return keys.flatMap((key) =>
    customers.flatMap(({ id, organizationId, ...buyer }) => {
      if (id !== key.customerId || organizationId !== key.organizationId) return []
      const zone = zones.find((one) => one.customerId === id && one.id === key.subscriptionId)
      return [{ ...buyer, timezone: zone?.timezone ?? buyer.timezone }]
    }),
  )
})

/** Lists the time zones set on the subscriptions themselves; null where none is set. */
export function listZones(db: Db, keys: readonly BuyerKey[]) {
  const ids = keys.flatMap(({ subscriptionId }) => subscriptionId ?? [])
  return db
    .selectFrom('subscriptions')
    .select(['customerId', 'id', 'timezone'])
    .where(sql<SqlBool>`customer_id = any(${keys.map(({ customerId }) => customerId)}::uuid[])`)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Loads the current seller and buyer, even if the customer is deleted: its invoices remain. */
export async function findCurrentParties(db: Db, invoice: Invoice): Promise<Parties> {
  const [seller, buyer] = await Promise.all([
    findSeller(db, invoice.organizationId),
    findBuyer(db, invoice),
  ])
  return { seller, buyer }
}
