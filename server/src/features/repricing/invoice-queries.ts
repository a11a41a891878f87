import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { ChangedDay } from './preview-sums.ts'

export type ChangedInvoice = {
  id: string
  invoiceNumber: string
  status: string
  customerId: string
}

/** Lists the invoices of customers whose periods contain usage of these times, void ones left out. */
export async function listInvoicesOf(
  db: Db,
  organizationId: string,
  changed: readonly ChangedDay[],
): Promise<ChangedInvoice[]> {
  const { rows } = await sql<ChangedInvoice>`
    select distinct invoices.id, invoice_number, status, invoices.customer_id
    from unnest(
      ${changed.map(({ customerId }) => customerId)}::uuid[],
      ${changed.map(({ first }) => first)}::timestamptz[],
      ${changed.map(({ last }) => last)}::timestamptz[]
    ) as changed (customer_id, first, last)
    join invoices on invoices.customer_id = changed.customer_id
      and period_start <= changed.last and period_end > changed.first
    where organization_id = ${organizationId} and status <> 'void' and kind <> 'top_up'`.execute(db)
  return rows
}
