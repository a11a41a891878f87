import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export type Uses = {
  organizationId: string
  customerIds: readonly string[]
  discountIds: readonly string[]
  /** An invoice that does not count, because it is about to be computed again. */
  exceptInvoiceId: string | null
}

/** How many invoices that are not void each discount took something off; none are left out. */
export async function countUses(
  db: Db,
  { organizationId, customerIds, discountIds, exceptInvoiceId }: Uses,
): Promise<Map<string, number>> {
  if (discountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoice_discounts')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.customer_id', '=', 'invoice_discounts.customer_id')
        .onRef('invoices.id', '=', 'invoice_discounts.invoice_id'),
    )
    .select('invoice_discounts.discount_id as discountId')
    .select(sql<string>`count(distinct invoices.id)`.as('count'))
    .where('invoice_discounts.organization_id', '=', organizationId)
    .where('invoice_discounts.customer_id', 'in', customerIds)
    .where('invoice_discounts.discount_id', 'in', discountIds)
    .where('invoices.status', '<>', 'void')
    .where(sql<SqlBool>`invoices.id is distinct from ${exceptInvoiceId}::uuid`)
    .groupBy('invoice_discounts.discount_id')
    .execute()
  return new Map(rows.map(({ discountId, count }) => [discountId, Number(count)]))
}

export type Invoiced = {
  organizationId: string
  customerId: string
  subscriptionId: string
  /** Business time. */
  at: Date
}

/**
 * Holds the discounts that have not ended, of the customer and then of the subscription, each in
 * the order in which they were given. Always in this order, so nobody waits in a circle.
 */
export async function lockLiveDiscounts(
  tx: Tx,
  { organizationId, customerId, subscriptionId, at }: Invoiced,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('discounts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`(subscription_id is null or subscription_id = ${subscriptionId})`)
    .where(sql<SqlBool>`(ended_at is null or ended_at > ${at})`)
    .orderBy(sql`subscription_id is not null`)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
