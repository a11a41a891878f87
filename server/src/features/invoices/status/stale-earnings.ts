import { type SqlBool, sql } from 'kysely'
import { batched } from '../../../platform/batching/batched.ts'
import type { Tx } from '../../../platform/database.ts'
import { markEarnings } from '../../earning-marks/mark.ts'

type Finalized = { organizationId: string; customerId: string; id: string; now: Date }

/**
 * Marks the earnings of the time that an invoice bills: its prices become final, or are final no longer. Late
 * usage on it corrects earlier lines, so the time begins with the earliest of its lines. A one-time fee that is not
 * invoiced is earned at the start of the subscription, which may have moved out of the invoice.
 */
export const markInvoicedTime = batched(
  async (tx: Tx, keys: readonly Finalized[]): Promise<null[]> => {
    const rows = await listBilledDays(tx, keys)
    const [first] = keys
    if (first) await markEarnings(tx, first.organizationId, rows, first.now)
    return keys.map(() => null)
  },
)

/** All keys are of one organization: a transaction never changes invoices of several. */
async function listBilledDays(tx: Tx, keys: readonly Finalized[]) {
  const customerIds = keys.map(({ customerId }) => customerId)
  const rows = await tx
    .selectFrom('invoices')
    .leftJoin('invoiceLines as lines', (join) =>
      join
        .onRef('lines.customerId', '=', 'invoices.customerId')
        .onRef('lines.invoiceId', '=', 'invoices.id'),
    )
    .leftJoin('subscriptions as starting', (join) =>
      join
        .onRef('starting.customerId', '=', 'lines.customerId')
        .onRef('starting.id', '=', 'invoices.subscriptionId')
        .on('lines.type', '=', 'onetime'),
    )
    .select(['invoices.customerId'])
    .select(
      sql<string>`(min(least(invoices.period_start, lines.period_start, lines.counted_from,
        starting.starts_at))
      at time zone 'UTC')::date`.as('first'),
    )
    .select(
      sql<string>`(max(greatest(invoices.period_end, lines.period_end, starting.starts_at))
      at time zone 'UTC')::date`.as('last'),
    )
    .where(sql<SqlBool>`invoices.customer_id = any(${customerIds}::uuid[])`)
    .where(sql<SqlBool>`invoices.id = any(${keys.map(({ id }) => id)}::uuid[])`)
    .groupBy('invoices.customerId')
    .execute()
  return rows.map(({ customerId, ...days }) => ({ customerId, days }))
}
