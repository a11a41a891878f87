import type { CustomerScopedId, FoundBy, ScopedId } from '../../../domain/scoped-id.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { pick } from '../../../platform/pick.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { reject } from '../rejections/reject.ts'
import type { RequestDeps } from './ask.ts'
import type { RejectionRequest } from './fields.ts'
import * as queries from './queries.ts'
import { getRequest } from './read.ts'
import type { StoredRequest } from './request.ts'

/**
 * Accepts an open request of a customer: its units are rejected in the same transaction, as by the
 * operator. Throws `conflict` if it is not open, if a rejection of the event is in force, or if fewer
 * units are billed by now, and `event_voided`; the request then stays as it was.
 */
export async function acceptRequest(
  { db, correctionTurns }: RequestDeps,
  { key, actor }: { key: ScopedId; actor: Actor },
  moment: Moment,
): Promise<RejectionRequest> {
  const request = await findOpen({ db }, key)
  const own = keyOf(request)
  const { organizationId, reason, eventId } = request
  const place = pick(request, ['customerId', 'usageDate', 'agentId', 'signalId', 'runId'])
  const event = { ...place, organizationId, id: eventId }
  const rejectionId = newId()
  const rejections = [{ id: rejectionId, event, quantity: Number(request.quantity.toFixed()) }]
  await correctionTurns(organizationId, () =>
    db.transaction().execute(async (tx) => {
      // The request is locked before the corrections of the organization; nothing locks it after them.
      const decision = { state: 'accepted' as const, actor, rejectionId }
      if (!(await queries.decideRequest(tx, own, decision, moment))) return refuseDecided()
      await reject(tx, { organizationId, reason, actor, rejections }, moment)
    }),
  )
  return getRequest(db, own)
}

/** Declines an open request of a customer: nothing changes. Throws `conflict` if it is not open. */
export async function declineRequest(
  { db }: Pick<RequestDeps, 'db'>,
  { key, reason, actor }: { key: ScopedId; reason: string; actor: Actor },
  moment: Moment,
): Promise<RejectionRequest> {
  const own = keyOf(await findOpen({ db }, key))
  await db.transaction().execute(async (tx) => {
    const decision = { state: 'declined' as const, actor, declineReason: reason }
    if (!(await queries.decideRequest(tx, own, decision, moment))) return refuseDecided()
    await publishEvent(tx, { type: 'outcome.rejection_declined', ...own }, moment)
  })
  return getRequest(db, own)
}

/** Takes an open request back, as its customer. Throws `conflict` if it is not open. */
export async function withdrawRequest(
  { db }: Pick<RequestDeps, 'db'>,
  key: CustomerScopedId,
  moment: Moment,
): Promise<StoredRequest> {
  const own = keyOf(await findOpen({ db }, key))
  await db.transaction().execute(async (tx) => {
    const actor: Actor = { kind: 'customer', id: own.customerId }
    const decision = { state: 'withdrawn' as const, actor }
    if (!(await queries.decideRequest(tx, own, decision, moment))) return refuseDecided()
    await publishEvent(tx, { type: 'outcome.rejection_withdrawn', ...own }, moment)
  })
  return (await queries.findRequest(db, own)) ?? notFound('Rejection request')
}

async function findOpen({ db }: Pick<RequestDeps, 'db'>, key: FoundBy): Promise<StoredRequest> {
  const request = (await queries.findRequest(db, key)) ?? notFound('Rejection request')
  return request.state === 'requested' ? request : refuseDecided()
}

function keyOf({ organizationId, customerId, id }: StoredRequest): CustomerScopedId {
  return { organizationId, customerId, id }
}

function refuseDecided(): never {
  throw new AppError('conflict', 'The request is not open')
}
