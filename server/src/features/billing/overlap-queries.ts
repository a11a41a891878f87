import { sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import { decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import type { Standing } from '../invoices/voidable-queries.ts'
import type { BillingKey } from './context/billing-context.ts'

/** An invoice of the subscription that is not void, and what it covers. */
export type ExistingInvoice = Standing & { periodStart: Date; periodEnd: Date }

/** The invoices of the subscription that cover a part of the window. */
export async function listExistingInvoices(
  db: Db,
  { organizationId, customerId, subscriptionId }: BillingKey,
  { start, end }: { start: Date; end: Date },
): Promise<ExistingInvoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'invoice_number as invoiceNumber', 'currency'])
    .select(['amount_paid as amountPaid', 'amount_refunded as amountRefunded'])
    .select(['period_start as periodStart', 'period_end as periodEnd'])
    .select(sql<InvoiceStatus>`status`.as('status'))
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '<>', sql.lit('void'))
    .where('is_closing', '=', sql.lit(false))
    .where('period_start', '<', end)
    .where('period_end', '>', start)
    .orderBy('period_start')
    .execute()
  return rows.map((row) => ({
    ...row,
    organizationId,
    customerId,
    amountPaid: decimal(row.amountPaid),
    amountRefunded: decimal(row.amountRefunded),
  }))
}
