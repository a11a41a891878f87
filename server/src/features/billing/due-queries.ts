import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { BillingKey } from './context/billing-context.ts'

/** Periods that ended before are invoiced on request only. */
export async function findInvoicedFrom(tx: Tx, key: BillingKey): Promise<Date> {
  const { invoicedFrom } = await tx
    .selectFrom('subscriptions')
    .select('invoicedFrom')
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.subscriptionId)
    .where('organizationId', '=', key.organizationId)
    .executeTakeFirstOrThrow()
  return invoicedFrom
}

/** What the subscription's invoices cover, the void ones included unless they are superseded. */
export function listInvoicedTimes(tx: Tx, key: BillingKey): Promise<{ start: Date; end: Date }[]> {
  return tx
    .selectFrom('invoices')
    .select(['periodStart as start', 'periodEnd as end'])
    .where('customerId', '=', key.customerId)
    .where('organizationId', '=', key.organizationId)
    .where('subscriptionId', '=', key.subscriptionId)
    .where('isSuperseded', '=', sql.lit(false))
    .where('isClosing', '=', sql.lit(false))
    .execute()
}

/** What the subscription's invoices cover that are not void, be they drafts. */
export function listLiveTimes(tx: Tx, key: BillingKey): Promise<{ start: Date; end: Date }[]> {
  return tx
    .selectFrom('invoices')
    .select(['periodStart as start', 'periodEnd as end'])
    .where('customerId', '=', key.customerId)
    .where('organizationId', '=', key.organizationId)
    .where('subscriptionId', '=', key.subscriptionId)
    .where('status', '<>', sql.lit('void'))
    .where('isClosing', '=', sql.lit(false))
    .execute()
}
