import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { findAskable } from '../../events/rejection-requests/askable.ts'
import { listWorkNames } from '../../events/stored-rejections/work-names.ts'
import { lineEventBody } from '../invoices/line-event-body.ts'
import { requestBodies } from '../rejection-requests/body.ts'
import type { PortalOutcome } from './schemas.ts'

/** Returns an outcome of a customer; throws `not_found` for one of another customer. */
export async function getOutcome(
  db: Db,
  key: CustomerScopedId,
  businessNow: Date,
): Promise<PortalOutcome> {
  const askable = (await findAskable(db, key, businessNow)) ?? notFound('Event')
  const { event, requests, lastDay, refusal } = askable
  const [names, rejectionRequests] = await Promise.all([
    listWorkNames(db, [event]),
    requestBodies(db, requests),
  ])
  return {
    ...lineEventBody(event),
    agentName: names.get(event.agentId) ?? event.agentId,
    signalName: names.get(event.signalId) ?? event.signalId,
    isRejectable: refusal === null,
    rejectableUntil: lastDay,
    rejectionRequests,
  }
}
