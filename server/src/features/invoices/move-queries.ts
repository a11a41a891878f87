import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'

/** What changes with a status; a column that is left out keeps its value. */
export type MoveValues = {
  finalizedAt?: Date
  issuedAt?: Date
  dueDate?: Date
  netTerms?: number
  issuedWithoutEmail?: boolean
  paidAt?: Date
  voidedAt?: Date
  refundedAt?: Date | null
  isSuperseded?: boolean
  collectAt?: Date | null
  remindAt?: Date | null
  amountPaid?: Decimal
  amountRefunded?: Decimal
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
    .set({ ...values, status: to, updatedAt: now })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export type ManyMoves = {
  from: InvoiceStatus
  to: InvoiceStatus
  /** What is set besides the status. */
  values: Pick<MoveValues, 'paidAt' | 'collectAt' | 'remindAt'>
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
    .set({ ...values, status: to, updatedAt: now })
    .where('status', '=', sql.lit(from))
    .where(where)
    .returning(['organizationId', 'customerId', 'id'])
    .execute()
}
