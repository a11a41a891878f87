import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'

type OfInvoice = { customerId: string; invoiceId: string; organizationId: string }

/** Rows that belong to invoices. Those of one alone are asked for in the way that Citus plans in no time. */
export function areOfInvoices(keys: readonly CustomerScopedId[]): RawBuilder<SqlBool> {
  const [key, ...others] = keys
  if (key && others.length === 0) {
    return sql`customer_id = ${key.customerId} and invoice_id = ${key.id}`
  }
  const customerIds = keys.map(({ customerId }) => customerId)
  const ids = keys.map(({ id }) => id)
  return sql`customer_id = any(${customerIds}::uuid[]) and invoice_id = any(${ids}::uuid[])`
}

/** What was found by `areOfInvoices`, for each invoice in the order of the rows; none of another organization's. */
export function rowsOfEach<Row extends OfInvoice>(
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
