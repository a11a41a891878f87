import { sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Tx } from '../../platform/database.ts'
import type { BillingKey } from './context/billing-context.ts'

/** An invoice that was made after the end of its subscription. */
export type ClosingInvoice = {
  id: string
  status: InvoiceStatus
  periodStart: Date
  periodEnd: Date
}

/** The invoices after the end of a subscription, but for the void ones, the latest first. */
export function listClosingInvoices(
  tx: Tx,
  { organizationId, customerId, subscriptionId }: BillingKey,
): Promise<ClosingInvoice[]> {
  return tx
    .selectFrom('invoices')
    .select(['id', 'status', 'periodStart', 'periodEnd'])
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '<>', sql.lit('void'))
    .where('isClosing', '=', sql.lit(true))
    .orderBy('periodStart', 'desc')
    .execute()
}
