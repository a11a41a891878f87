import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'

/**
 * Records that the kept earnings of every customer with a subscription on the plan are stale, on all days.
 * Called in the transaction that changes the prices of the plan.
 */
export async function markPlan(
  tx: Tx,
  { organizationId, id: planId }: ScopedId,
  now: Date,
): Promise<void> {
  const sweep = { organizationId, id: newId(), planId, doneUntil: null, markedAt: now }
  await tx.insertInto('earningSweeps').values(sweep).execute()
}
