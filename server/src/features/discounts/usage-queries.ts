import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export type Uses = {
  organizationId: string
  customerIds: readonly string[]
  discountIds: readonly string[]
  /** An invoice that does not count, because it is about to be computed again. */
  exceptInvoiceId: string | null
}

/** What invoices that are not void took off by a discount, in one billing period. */
export type Use = { discountId: string; subscriptionId: string; periodStart: Date; amount: string }

/** Names a billing period among those of the customer's subscriptions. */
export function periodKey(subscriptionId: string, start: Date): string {
  return `${subscriptionId} ${start.toISOString()}`
}

/** The periods that each discount took something off in; several invoices can be parts of one. */
export async function listUses(
  db: Db,
  { organizationId, customerIds, discountIds, exceptInvoiceId }: Uses,
): Promise<Use[]> {
  if (discountIds.length === 0) return []
  return await db
    .selectFrom('invoice_discounts')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.customer_id', '=', 'invoice_discounts.customer_id')
        .onRef('invoices.id', '=', 'invoice_discounts.invoice_id'),
    )
    .select('invoice_discounts.discount_id as discountId')
    .select('invoices.subscription_id as subscriptionId')
    .select(PERIOD_START.as('periodStart'))
    .select(sql<string>`sum(invoice_discounts.amount)`.as('amount'))
    .where('invoice_discounts.organization_id', '=', organizationId)
    .where('invoice_discounts.customer_id', 'in', customerIds)
    .where('invoice_discounts.discount_id', 'in', discountIds)
    .where('invoices.status', '<>', sql.lit('void'))
    .where(sql<SqlBool>`invoices.id is distinct from ${exceptInvoiceId}::uuid`)
    .groupBy(['invoice_discounts.discount_id', 'invoices.subscription_id', PERIOD_START])
    .execute()
}

/** Before uses said their period, an invoice was one, whatever its window. */
const PERIOD_START = sql<Date>`coalesce(invoice_discounts.billing_period_start,
  invoices.period_start)`

export type Invoiced = {
  organizationId: string
  customerId: string
  subscriptionId: string
  /** Business time. */
  at: Date
}

/**
 * The discounts that have not ended, of the customer and then of the subscription, each in the order
 * in which they were given.
 */
export async function listLiveDiscounts(db: Db, invoice: Invoiced): Promise<string[]> {
  const rows = await selectLiveDiscounts(db, invoice).execute()
  return rows.map(({ id }) => id)
}

/** As `listLiveDiscounts`, and holds them: always in this order, so nobody waits in a circle. */
export async function lockLiveDiscounts(tx: Tx, invoice: Invoiced): Promise<string[]> {
  const rows = await selectLiveDiscounts(tx, invoice).forUpdate().execute()
  return rows.map(({ id }) => id)
}

const selectLiveDiscounts = (
  db: Db,
  { organizationId, customerId, subscriptionId, at }: Invoiced,
) =>
  db
    .selectFrom('discounts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`(subscription_id is null or subscription_id = ${subscriptionId})`)
    .where(sql<SqlBool>`(ended_at is null or ended_at > ${at})`)
    .orderBy(sql`subscription_id is not null`)
    .orderBy('created_at')
    .orderBy('id')
