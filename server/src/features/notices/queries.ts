import { sql } from 'kysely'
import { type Decimal, decimal } from '../../domain/money.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Notice, NoticeKind } from './notice.ts'

/** Once for each subject, however often its booking is repeated. */
export async function insertNotice(tx: Tx, notice: Notice, now: Date): Promise<void> {
  const { organizationId, customerId, id } = notice.invoice
  await tx
    .insertInto('due_notices')
    .values({
      customer_id: customerId,
      kind: notice.kind,
      subject_id: notice.subjectId,
      organization_id: organizationId,
      invoice_id: id,
      amount: notice.amount?.toFixed() ?? null,
      due_at: now,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'kind', 'subject_id']).doNothing())
    .execute()
}

/** Those of every organization that are due, the oldest first. */
export async function listDueNotices(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<Notice[]> {
  const rows = await db
    .selectFrom('due_notices')
    .select(['organization_id as organizationId', 'customer_id as customerId'])
    .select(['invoice_id as id', 'subject_id as subjectId', 'amount'])
    .select(sql<NoticeKind>`kind`.as('kind'))
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(({ kind, subjectId, amount, ...invoice }) => ({
    kind,
    invoice,
    subjectId,
    amount: optional(amount),
  }))
}

const optional = (amount: string | null): Decimal | null =>
  amount === null ? null : decimal(amount)

/** Ends it with the transaction; false when somebody else has. */
export async function deleteNotice(tx: Tx, { invoice, kind, subjectId }: Notice): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('due_notices')
    .where('customer_id', '=', invoice.customerId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('organization_id', '=', invoice.organizationId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Puts one that could not be written behind the others. */
export async function deferNotice(
  db: Db,
  { invoice, kind, subjectId }: Notice,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('due_notices')
    .set({ due_at: dueAt })
    .where('customer_id', '=', invoice.customerId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('organization_id', '=', invoice.organizationId)
    .execute()
}
