import { sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Db } from '../../platform/database.ts'
import type { SubjectKey } from './subject.ts'

/** An invoice of the subscription that is not void, and what it covers. */
export type Covering = {
  id: string
  invoiceNumber: string
  status: InvoiceStatus
  periodStart: Date
  periodEnd: Date
}

/** The invoices of the subscription that cover a part of the window. */
export function listCovering(
  db: Db,
  { organizationId, customerId, subscriptionId }: SubjectKey,
  { start, end }: { start: Date; end: Date },
): Promise<Covering[]> {
  return db
    .selectFrom('invoices')
    .select(['id', 'invoice_number as invoiceNumber'])
    .select(['period_start as periodStart', 'period_end as periodEnd'])
    .select(sql<InvoiceStatus>`status`.as('status'))
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '<>', 'void')
    .where('is_closing', '=', false)
    .where('period_start', '<', end)
    .where('period_end', '>', start)
    .orderBy('period_start')
    .execute()
}
