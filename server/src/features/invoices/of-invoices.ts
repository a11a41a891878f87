import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { isOneOf } from '../customers/by-keys.ts'

/** Keys of a row that belongs to an invoice. */
export type OfInvoice = { customerId: string; invoiceId: string; organizationId: string }

/** The columns of `OfInvoice`. */
export const OF_INVOICE = sql`customer_id, invoice_id, organization_id`

/** Matches rows that belong to the invoices. */
export const areOfInvoices = (keys: readonly CustomerScopedId[]): RawBuilder<SqlBool> =>
  isOneOf(keys, 'invoice_id')

/**
 * Groups rows found by `areOfInvoices` by invoice, in the given order. Rows of another organization
 * are dropped.
 */
export function groupByInvoice<Row extends OfInvoice>(
  keys: readonly CustomerScopedId[],
  rows: readonly Row[],
): Omit<Row, keyof OfInvoice>[][] {
  const ofInvoices = Map.groupBy(rows, ({ invoiceId }) => invoiceId)
  return keys.map((key) => {
    const found = ofInvoices.get(key.id) ?? []
    const own = found.filter(
      (row) => row.customerId === key.customerId && row.organizationId === key.organizationId,
    )
    return own.map(
      ({ customerId: _customer, invoiceId: _invoice, organizationId: _own, ...row }) => row,
    )
  })
}
