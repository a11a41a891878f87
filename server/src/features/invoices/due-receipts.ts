import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'

export type DueReceipt = CustomerScopedId & { dueAt: Date }

/** Receipts of every organization that have been due since before a point of time, oldest first. */
export function listDueReceipts(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<DueReceipt[]> {
  return db
    .selectFrom('invoices')
    .select([
      'organization_id as organizationId',
      'customer_id as customerId',
      'id',
      'receipt_due_at as dueAt',
    ])
    .where('receipt_due_at', '<', before)
    .orderBy('receipt_due_at')
    .limit(limit)
    .$narrowType<{ dueAt: Date }>()
    .execute()
}

/** Puts one at the end of the queue; false when somebody else has it in hand. */
export async function claimDueReceipt(
  db: Db,
  { dueAt, ...invoice }: DueReceipt,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await updateReceipt(db, invoice, now)
    .where('receipt_due_at', '=', dueAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends it with the transaction; false when none is due. */
export async function endDueReceipt(tx: Tx, invoice: CustomerScopedId): Promise<boolean> {
  const { numUpdatedRows } = await updateReceipt(tx, invoice, null)
    .where('receipt_due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const updateReceipt = (
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  dueAt: Date | null,
) =>
  db
    .updateTable('invoices')
    .set({ receipt_due_at: dueAt })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
