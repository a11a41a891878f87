import type { Db } from '../../../platform/database.ts'
import type { StoredRequest } from '../../events/rejection-requests/request.ts'
import { listWorkNames } from '../../events/stored-rejections/work-names.ts'
import type { PortalRejectionRequest } from './schemas.ts'

/** Copies field by field, so that nothing of the operator leaks to customers. */
export async function requestBodies(
  db: Db,
  requests: readonly StoredRequest[],
): Promise<PortalRejectionRequest[]> {
  if (requests.length === 0) return []
  const names = await listWorkNames(db, requests)
  return requests.map((one) => ({
    id: one.id,
    state: one.state,
    eventId: one.eventId,
    runId: one.runId,
    agentName: names.get(one.agentId) ?? one.agentId,
    signalName: names.get(one.signalId) ?? one.signalId,
    usageDate: one.usageDate.toISOString(),
    quantity: one.quantity.toFixed(),
    reason: one.reason,
    requestedAt: one.requestedAt.toISOString(),
    decidedAt: one.decidedAt?.toISOString() ?? null,
    declineReason: one.declineReason,
    restoredAt: one.restoredAt?.toISOString() ?? null,
  }))
}
