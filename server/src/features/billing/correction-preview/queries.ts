import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Db } from '../../../platform/database.ts'

/** What identifies an invoice for its reader. */
export type InvoiceHead = {
  invoiceId: string
  invoiceNumber: string
  invoiceStatus: InvoiceStatus
  currency: string
}

/** Reads invoices of a customer by their ids. */
export async function findInvoiceHeads(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string },
  ids: readonly string[],
): Promise<Map<string, InvoiceHead>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoices')
    .select(['id as invoiceId', 'invoiceNumber', 'status as invoiceStatus', 'currency'])
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.invoiceId, row]))
}
