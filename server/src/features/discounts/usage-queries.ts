import { type NotNull, type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import { answersTo, askedRows } from '../../platform/batching/asked-rows.ts'
import { together } from '../../platform/batching/together.ts'
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
    .where('invoices.subscriptionId', 'is not', null)
    .where(sql<SqlBool>`invoices.id is distinct from ${exceptInvoiceId}::uuid`)
    .groupBy(['invoiceDiscounts.discountId', 'invoices.subscriptionId', PERIOD_START])
    .$narrowType<{ subscriptionId: NotNull }>()
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
export const listLiveDiscounts = together(
  async (db: Db, invoices: readonly Invoiced[]): Promise<string[][]> => {
    const asked = askedRows(invoices, {
      customerId: ['uuid', (one) => one.customerId],
      organizationId: ['uuid', (one) => one.organizationId],
      subscriptionId: ['uuid', (one) => one.subscriptionId],
      at: ['timestamptz', ({ at }) => at],
    })
    const { rows } = await sql<{ nth: string; id: string }>`
      select asked.nth, discounts.id
      from ${asked}
      join discounts on discounts.customer_id = asked.customer_id
        and discounts.organization_id = asked.organization_id
        and (discounts.subscription_id is null
          or discounts.subscription_id = asked.subscription_id)
        and (discounts.ended_at is null or discounts.ended_at > asked.at)
      where discounts.customer_id = any(${invoices.map((one) => one.customerId)}::uuid[])
      order by discounts.subscription_id is not null, discounts.created_at,
        discounts.id`.execute(db)
    return answersTo(invoices, rows).map((live) => live.map(({ id }) => id))
  },
)

/** As `listLiveDiscounts`, and locks them: always in this order, so nobody waits in a circle. */
export async function lockLiveDiscounts(tx: Tx, invoice: Invoiced): Promise<string[]> {
  const { organizationId, customerId, subscriptionId, at } = invoice
  const rows = await tx
    .selectFrom('discounts')
    .select('id')
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`(subscription_id is null or subscription_id = ${subscriptionId})`)
    .where(sql<SqlBool>`(ended_at is null or ended_at > ${at})`)
    .orderBy(sql`subscription_id is not null`)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
