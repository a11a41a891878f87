import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { BillingKey } from './context/billing-context.ts'

/** Periods that ended before are invoiced on request only. */
export async function findInvoicedFrom(tx: Tx, key: BillingKey): Promise<Date> {
  const { invoicedFrom } = await tx
    .selectFrom('subscriptions')
    .select('invoiced_from as invoicedFrom')
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.subscriptionId)
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirstOrThrow()
  return invoicedFrom
}

/** What the subscription's invoices cover, the void ones included unless they are superseded. */
export function listInvoicedTimes(tx: Tx, key: BillingKey): Promise<{ start: Date; end: Date }[]> {
  return tx
    .selectFrom('invoices')
    .select(['period_start as start', 'period_end as end'])
    .where('customer_id', '=', key.customerId)
    .where('organization_id', '=', key.organizationId)
    .where('subscription_id', '=', key.subscriptionId)
    .where('is_superseded', '=', sql.lit(false))
    .where('is_closing', '=', sql.lit(false))
    .execute()
}

/** What the subscription's invoices cover that are not void, be they drafts. */
export function listLiveTimes(tx: Tx, key: BillingKey): Promise<{ start: Date; end: Date }[]> {
  return tx
    .selectFrom('invoices')
    .select(['period_start as start', 'period_end as end'])
    .where('customer_id', '=', key.customerId)
    .where('organization_id', '=', key.organizationId)
    .where('subscription_id', '=', key.subscriptionId)
    .where('status', '<>', sql.lit('void'))
    .where('is_closing', '=', sql.lit(false))
    .execute()
}
