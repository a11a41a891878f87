import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Use } from './use.ts'

export type Uses = {
  organizationId: string
  customerIds: readonly string[]
  discountIds: readonly string[]
  /** An invoice that does not count, because it is about to be computed again. */
  exceptInvoiceId: string | null
}

/** The periods that each discount took something off in; several invoices can be parts of one. */
export async function listUses(
  db: Db,
  { organizationId, customerIds, discountIds, exceptInvoiceId }: Uses,
): Promise<Use[]> {
  if (discountIds.length === 0) return []
  return await db
    .selectFrom('invoiceDiscounts')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.customerId', '=', 'invoiceDiscounts.customerId')
        .onRef('invoices.id', '=', 'invoiceDiscounts.invoiceId'),
    )
    .select('invoiceDiscounts.discountId')
    .select('invoices.subscriptionId')
    .select(PERIOD_START.as('periodStart'))
    .select(sql<Decimal>`sum(invoice_discounts.amount)`.as('amount'))
    .where('invoiceDiscounts.organizationId', '=', organizationId)
    .where('invoiceDiscounts.customerId', 'in', customerIds)
    .where('invoiceDiscounts.discountId', 'in', discountIds)
    .where('invoices.status', '<>', sql.lit('void'))
    .where(sql<SqlBool>`invoices.id is distinct from ${exceptInvoiceId}::uuid`)
    .groupBy(['invoiceDiscounts.discountId', 'invoices.subscriptionId', PERIOD_START])
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
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`(subscription_id is null or subscription_id = ${subscriptionId})`)
    .where(sql<SqlBool>`(ended_at is null or ended_at > ${at})`)
    .orderBy(sql`subscription_id is not null`)
    .orderBy('createdAt')
    .orderBy('id')
