import type { Db } from '../../../platform/database.ts'
import { pick } from '../../../platform/pick.ts'
import { listActorNames } from '../../audit-log/actor-names.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { listWorkNames } from '../stored-rejections/work-names.ts'
import type { RejectionRequest } from './fields.ts'
import type { StoredRequest } from './request.ts'

/** Returns requests as the API shows them, in the same order. */
export async function requestBodies(
  db: Db,
  organizationId: string,
  requests: readonly StoredRequest[],
): Promise<RejectionRequest[]> {
  if (requests.length === 0) return []
  const actors = requests.flatMap(({ decidedByKind: actorKind, decidedById: actorId }) =>
    actorKind === null || actorId === null ? [] : [{ actorKind, actorId }],
  )
  const [named, names, actorNames] = await Promise.all([
    withExternalIds(db, organizationId, requests),
    listWorkNames(db, requests),
    listActorNames(db, organizationId, actors),
  ])
  return named.map((one) => ({
    ...pick(one, ['id', 'state', 'eventId', 'customerId', 'customerExternalId', 'runId']),
    ...pick(one, ['agentId', 'signalId', 'reason', 'declineReason', 'rejectionId', 'version']),
    agentName: names.get(one.agentId) ?? one.agentId,
    signalName: names.get(one.signalId) ?? one.signalId,
    quantity: one.quantity.toFixed(),
    usageDate: one.usageDate.toISOString(),
    requestedAt: one.requestedAt.toISOString(),
    decidedAt: one.decidedAt?.toISOString() ?? null,
    decidedBy: one.decidedByKind && `${one.decidedByKind}:${one.decidedById}`,
    decidedByName: actorNames.get(one.decidedById ?? '')?.name ?? null,
    restoredAt: one.restoredAt?.toISOString() ?? null,
    createdAt: one.createdAt.toISOString(),
  }))
}
