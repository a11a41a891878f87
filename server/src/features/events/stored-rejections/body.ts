import type { Db } from '../../../platform/database.ts'
import { pick } from '../../../platform/pick.ts'
import { listActorNames } from '../../audit-log/actor-names.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import type { Rejection } from './fields.ts'
import type { StoredRejection } from './rejection.ts'
import { listWorkNames } from './work-names.ts'

/** Returns rejections as the API shows them, in the same order. */
export async function rejectionBodies(
  db: Db,
  organizationId: string,
  rejections: readonly StoredRejection[],
): Promise<Rejection[]> {
  if (rejections.length === 0) return []
  const actors = rejections.flatMap(({ withdrawnByKind, withdrawnById, ...one }) => {
    const rejectedBy = { actorKind: one.actorKind, actorId: one.actorId }
    if (withdrawnByKind === null || withdrawnById === null) return [rejectedBy]
    return [rejectedBy, { actorKind: withdrawnByKind, actorId: withdrawnById }]
  })
  const [named, names, actorNames] = await Promise.all([
    withExternalIds(db, organizationId, rejections),
    listWorkNames(db, rejections),
    listActorNames(db, organizationId, actors),
  ])
  return named.map((one) => ({
    ...pick(one, ['id', 'state', 'eventId', 'customerId', 'customerExternalId', 'runId']),
    ...pick(one, ['agentId', 'signalId', 'reason', 'withdrawReason', 'version']),
    agentName: names.get(one.agentId) ?? one.agentId,
    signalName: names.get(one.signalId) ?? one.signalId,
    quantity: one.quantity.toFixed(),
    usageDate: one.usageDate.toISOString(),
    actor: `${one.actorKind}:${one.actorId}`,
    actorName: actorNames.get(one.actorId)?.name ?? null,
    rejectedAt: one.rejectedAt.toISOString(),
    withdrawnAt: one.withdrawnAt?.toISOString() ?? null,
    withdrawnBy: one.withdrawnByKind && `${one.withdrawnByKind}:${one.withdrawnById}`,
    withdrawnByName: actorNames.get(one.withdrawnById ?? '')?.name ?? null,
    createdAt: one.createdAt.toISOString(),
  }))
}
