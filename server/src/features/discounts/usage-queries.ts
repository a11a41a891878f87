import { type SqlBool, sql } from 'kysely'
import { answersTo, askedRows } from '../../platform/batching/asked-rows.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { ofCustomers } from '../rating/billed-until.ts'
import { dealIdOf, ofSameDeal } from '../subscriptions/plan-changes/succession.ts'
import type { Use } from './use.ts'

export type Uses = {
  organizationId: string
  customerIds: readonly string[]
  discountIds: readonly string[]
  /** An invoice that does not count, because it is about to be recomputed. */
  exceptInvoiceId: string | null
}

/**
 * Returns the periods in which each discount is used. A use means that final invoices deducted an
 * amount in total, or that a draft reserves it.
 */
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
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.customerId', '=', 'invoices.customerId')
        .onRef('subscriptions.id', '=', 'invoices.subscriptionId'),
    )
    .select('invoiceDiscounts.discountId')
    .select(dealIdOf('subscriptions').as('dealId'))
    .select(PERIOD_START.as('periodStart'))
    .where('invoiceDiscounts.organizationId', '=', organizationId)
    .where('invoiceDiscounts.customerId', 'in', customerIds)
    .where('invoiceDiscounts.discountId', 'in', discountIds)
    .where('subscriptions.customerId', 'in', customerIds)
    .where('invoices.status', '<>', sql.lit('void'))
    .where(sql<SqlBool>`invoices.id is distinct from ${exceptInvoiceId}::uuid`)
    .groupBy(['invoiceDiscounts.discountId', dealIdOf('subscriptions'), PERIOD_START])
    .having(IS_USED)
    .execute()
}

/** Legacy uses have no period; for them, each invoice counts as one period. */
const PERIOD_START = sql<Date>`coalesce(invoice_discounts.billing_period_start,
  invoices.period_start)`

const IS_USED = sql<SqlBool>`
  coalesce(sum(invoice_discounts.amount) filter (where invoices.status <> 'draft'), 0) <> 0
  or coalesce(bool_or(invoices.status = 'draft' and invoice_discounts.amount > 0), false)`

export type Invoiced = {
  organizationId: string
  customerId: string
  subscriptionId: string
  /** Business time. */
  at: Date
}

export type Given = { id: string; isLive: boolean }

/**
 * Returns the applied discounts: first the customer's, then those of all subscriptions of the deal, each in the
 * order of application. `isLive` is false once a discount has ended.
 */
export const listGivenDiscounts = batched(
  async (db: Db, invoices: readonly Invoiced[]): Promise<Given[][]> => {
    const asked = askedRows(invoices, {
      customerId: ['uuid', (one) => one.customerId],
      organizationId: ['uuid', (one) => one.organizationId],
      subscriptionId: ['uuid', (one) => one.subscriptionId],
      at: ['timestamptz', ({ at }) => at],
    })
    const { rows } = await sql<Given & { nth: string }>`
      select asked.nth, discounts.id,
        discounts.ended_at is null or discounts.ended_at > asked.at as is_live
      from ${asked}
      join discounts on discounts.customer_id = asked.customer_id
        and discounts.organization_id = asked.organization_id
      join subscriptions own on own.customer_id = asked.customer_id
        and own.id = asked.subscription_id
      left join subscriptions given on given.customer_id = discounts.customer_id
        and given.id = discounts.subscription_id
      where (discounts.subscription_id is null or ${dealIdOf('given')} = ${dealIdOf('own')})
        and ${ofCustomers('own', invoices)} and discounts.customer_id = any(${invoices.map((one) => one.customerId)}::uuid[])
      order by discounts.subscription_id is not null, discounts.created_at,
        discounts.id`.execute(db)
    return answersTo(invoices, rows)
  },
)

/** Like `listGivenDiscounts`, and locks them in a fixed order to prevent deadlocks. */
export async function lockGivenDiscounts(tx: Tx, invoice: Invoiced): Promise<Given[]> {
  const { organizationId, customerId, subscriptionId, at } = invoice
  return await tx
    .selectFrom('discounts')
    .select(['id', sql<boolean>`ended_at is null or ended_at > ${at}`.as('isLive')])
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`(subscription_id is null
      or subscription_id in (${ofSameDeal({ customerId, subscriptionId })}))`)
    .orderBy(sql`subscription_id is not null`)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute()
}
