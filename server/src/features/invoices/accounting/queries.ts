import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { conditions, type InvoiceFilter } from '../list-queries.ts'
import { areOfInvoices, groupByInvoice, OF_INVOICE, type OfInvoice } from '../of-invoices.ts'

export type Rate = { name: string; percentage: Decimal }

/** Lists the tax rates of the matching invoices, by name and percentage. */
export async function listRates(db: Db, filter: InvoiceFilter): Promise<Rate[]> {
  const { rows } = await sql<Rate>`
    select distinct name, percentage from invoice_taxes
    where organization_id = ${filter.organizationId} and (customer_id, invoice_id) in (
      select customer_id, id from invoices where ${sql.join(conditions(filter), sql` and `)})
    order by name, percentage`.execute(db)
  return rows
}

export type TaxAmounts = Rate & { taxableAmount: Decimal; amount: Decimal }

/** Lists the taxes of each invoice, with those of the same rate added up. */
export async function listTaxAmounts(
  db: Db,
  invoices: readonly CustomerScopedId[],
): Promise<TaxAmounts[][]> {
  if (invoices.length === 0) return []
  const { rows } = await sql<TaxAmounts & OfInvoice>`
    select ${OF_INVOICE}, name, percentage, sum(taxable_amount) as taxable_amount,
      sum(amount) as amount
    from invoice_taxes where ${areOfInvoices(invoices)}
    group by ${OF_INVOICE}, name, percentage`.execute(db)
  return groupByInvoice(invoices, rows)
}
