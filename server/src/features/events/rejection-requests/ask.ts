import { decimalFromInteger } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import type { CorrectEventDeps } from '../corrections/correct-event.ts'
import { reject } from '../rejections/reject.ts'
import { ALREADY_ASKED, type Askable, findAskable } from './askable.ts'
import * as queries from './queries.ts'
import type { StoredRequest } from './request.ts'

export type RequestDeps = Pick<CorrectEventDeps, 'db' | 'correctionTurns'>

type Asking = { event: CustomerScopedId; reason: string; quantity: number | undefined }

/**
 * Asks, as a customer, to reject units of an outcome of its own, or all. If the plan accepts
 * automatically, they are rejected in the same transaction. Throws `not_found` for an event of another
 * customer, and `conflict` if the plan gives no days to ask, after the last of them, or if the event
 * has an open request, a rejection in force or fewer units.
 */
export async function askToReject(
  { db, correctionTurns }: RequestDeps,
  { event: key, reason, quantity }: Asking,
  moment: Moment,
): Promise<StoredRequest> {
  const askable = (await findAskable(db, key, moment.businessNow)) ?? notFound('Event')
  if (askable.refusal !== null) throw new AppError('conflict', askable.refusal)
  const { event, isAutoAccepted } = askable
  const { organizationId, customerId } = key
  const request = { id: newId(), event, quantity: unitsOf(event, quantity), reason }
  const own = { organizationId, customerId, id: request.id }
  const work = () =>
    db.transaction().execute(async (tx) => {
      if (!(await queries.insertRequest(tx, request, moment))) {
        throw new AppError('conflict', ALREADY_ASKED)
      }
      await publishEvent(tx, { type: 'outcome.rejection_requested', ...own }, moment)
      if (!isAutoAccepted) return
      const rejectionId = newId()
      const accepted = { state: 'accepted' as const, actor: null, rejectionId }
      await queries.decideRequest(tx, own, accepted, moment)
      const actor: Actor = { kind: 'customer', id: customerId }
      const rejections = [{ ...request, id: rejectionId }]
      await reject(tx, { organizationId, reason, actor, rejections }, moment)
    })
  await (isAutoAccepted ? correctionTurns(organizationId, work) : work())
  return (await queries.findRequest(db, own)) ?? notFound('Request')
}

/** Returns the units that are asked for. Accepting decides again, by the event as it is then. */
function unitsOf({ quantity: recorded }: Askable['event'], quantity: number | undefined): number {
  if (quantity !== undefined && decimalFromInteger(quantity).gt(recorded)) {
    throw new AppError('conflict', `The outcome has only ${recorded.toFixed()} units`)
  }
  const units = quantity ?? Number(recorded.toFixed())
  if (units === 0) throw new AppError('conflict', 'No unit of the outcome is billed')
  return units
}
