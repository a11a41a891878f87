import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Standing } from '../invoice.ts'

/** Finds the earliest non-void invoice that settles a line of this one. It must be voided first. */
export async function findSettlingInvoice(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select later.organization_id, later.customer_id, later.id, later.invoice_number, later.status,
      later.currency, later.amount_paid, later.amount_refunded
    from invoice_lines mine
    join invoice_lines theirs
      on theirs.customer_id = mine.customer_id and theirs.source_id = mine.id
    join invoices later on later.customer_id = theirs.customer_id and later.id = theirs.invoice_id
    where mine.customer_id = ${customerId} and mine.invoice_id = ${id}
      and mine.organization_id = ${organizationId} and later.status <> 'void'
    order by later.created_at, later.id limit 1`.execute(tx)
  return rows[0]
}
