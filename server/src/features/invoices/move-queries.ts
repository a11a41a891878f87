import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'

/** What changes with a status; a column that is left out keeps its value. */
export type MoveValues = {
  finalized_at?: Date
  issued_at?: Date
  due_date?: Date
  net_terms?: number
  issued_without_email?: boolean
  paid_at?: Date
  voided_at?: Date
  refunded_at?: Date | null
  is_superseded?: boolean
  collect_at?: Date | null
  remind_at?: Date | null
  amount_paid?: string
  amount_refunded?: string
  /** As JSON text. */
  seller?: string
  buyer?: string
}

/** False when the invoice no longer has the status that was expected. */
export async function updateStatus(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  { from, to, values }: { from: InvoiceStatus; to: InvoiceStatus; values: MoveValues },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({ ...values, status: to, updated_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export type ManyMoves = {
  from: InvoiceStatus
  to: InvoiceStatus
  /** What is set besides the status. */
  values: Pick<MoveValues, 'paid_at' | 'collect_at' | 'remind_at'>
  /** Of which invoices, besides their status. */
  where: RawBuilder<SqlBool>
}

/** Which invoices it has moved. */
export function updateStatuses(
  tx: Tx,
  { from, to, values, where }: ManyMoves,
  now: Date,
): Promise<CustomerScopedId[]> {
  return tx
    .updateTable('invoices')
    .set({ ...values, status: to, updated_at: now })
    .where('status', '=', sql.lit(from))
    .where(where)
    .returning(['organization_id as organizationId', 'customer_id as customerId', 'id'])
    .execute()
}
