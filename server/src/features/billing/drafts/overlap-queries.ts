import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Standing } from '../../invoices/invoice.ts'
import type { BillingKey } from '../context/billing-context.ts'

/** An invoice of the subscription that is not void, and what it covers. */
export type ExistingInvoice = Standing & { periodStart: Date; periodEnd: Date }

/** The invoices of the subscription that cover a part of the window. */
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
