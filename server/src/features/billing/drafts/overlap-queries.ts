import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Standing } from '../../invoices/invoice.ts'
import type { BillingKey } from '../context/billing-context.ts'

/** A non-void invoice of the subscription, with the period it covers. */
export type ExistingInvoice = Standing & { periodStart: Date; periodEnd: Date }

/** Lists the subscription's non-void invoices that overlap the window, without final invoices. */
export function listExistingInvoices(
  db: Db,
  { organizationId, customerId, subscriptionId }: BillingKey,
  { start, end }: { start: Date; end: Date },
): Promise<ExistingInvoice[]> {
  return db
    .selectFrom('invoices')
    .select(['id', 'invoiceNumber', 'organizationId', 'customerId', 'status', 'currency'])
    .select(['amountPaid', 'amountRefunded', 'periodStart', 'periodEnd'])
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '<>', sql.lit('void'))
    .where('isFinalInvoice', '=', sql.lit(false))
    .where('periodStart', '<', end)
    .where('periodEnd', '>', start)
    .orderBy('periodStart')
    .execute()
}
