import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Standing } from '../../invoices/invoice.ts'
import type { BillingKey } from '../context/billing-context.ts'

/** A non-void invoice of the subscription, with the period it covers. */
export type ExistingInvoice = Standing & { periodStart: Date; periodEnd: Date }

/** Lists the drafts of the subscription that bill days of a range in advance, as far as they are known. */
export async function listDraftsInAdvance(
  db: Db,
  { organizationId, customerId, subscriptionId }: BillingKey,
  { start, end }: { start: Date; end: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select invoices.id from invoices
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and subscription_id = ${subscriptionId} and status = 'draft'
      and exists (
        select from invoice_lines lines
        where lines.customer_id = ${customerId} and lines.invoice_id = invoices.id
          and lines.claims_for = ${subscriptionId} and lines.period_start < ${end}::timestamptz
          and lines.period_end > ${start}::timestamptz)
    order by invoices.id`.execute(db)
  return rows.map(({ id }) => id)
}

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
