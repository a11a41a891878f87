import { sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Tx } from '../../platform/database.ts'
import type { Covering } from './overlap-queries.ts'
import type { SubjectKey } from './subject.ts'

/** The invoices after the end of a subscription, but for the void ones, the latest first. */
export function listClosingInvoices(
  tx: Tx,
  { organizationId, customerId, subscriptionId }: SubjectKey,
): Promise<Covering[]> {
  return tx
    .selectFrom('invoices')
    .select(['id', 'invoice_number as invoiceNumber'])
    .select(['period_start as periodStart', 'period_end as periodEnd'])
    .select(sql<InvoiceStatus>`status`.as('status'))
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '<>', 'void')
    .where('is_closing', '=', true)
    .orderBy('period_start', 'desc')
    .execute()
}
