import type { Db } from '../../../platform/database.ts'
import type { Actor } from '../../auth/principal.ts'

/**
 * Gives a run without a customer its customer. Returns false if it has one; a concurrent assignment
 * is decided by the first.
 */
export async function assignCustomer(
  db: Db,
  { organizationId, traceId }: { organizationId: string; traceId: string },
  { customer, actor }: { customer: string; actor: Actor },
): Promise<boolean> {
  const assigned = await db
    .updateTable('traceRuns')
    .set({ customer, isAssigning: true, assignedByKind: actor.kind, assignedById: actor.id })
    .where('organizationId', '=', organizationId)
    .where('traceId', '=', traceId)
    .where('customer', 'is', null)
    .returning('traceId')
    .executeTakeFirst()
  return assigned !== undefined
}
