import type { Db, Tx } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvents } from '../../outbox/outbox.ts'
import { correctEvents, type Outcome } from '../../usage/corrections/correct-events.ts'
import type { CorrectEventDeps } from '../corrections/correct-event.ts'
import { type EventName, findEventByKey } from '../corrections/find-event-by-key.ts'
import { nameOf } from '../corrections/name-of.ts'
import { findEvent } from '../queries.ts'
import type { Rejection } from '../stored-rejections/fields.ts'
import * as queries from '../stored-rejections/queries.ts'
import { getRejection, listRejections } from '../stored-rejections/read.ts'

type Deps = Pick<CorrectEventDeps, 'db' | 'correctionTurns'>

type Command = { organizationId: string; reason: string; actor: Actor }

/**
 * Rejects units of an event, or all that are billed: they leave the billed quantity, and their cost
 * stays. Throws `conflict` if a rejection of the event is in force, or more than its quantity would
 * be rejected, and `event_voided`.
 */
export async function rejectEvent(
  { db, correctionTurns }: Deps,
  { event: name, quantity, ...command }: Command & { event: EventName; quantity?: number },
  moment: Moment,
): Promise<Rejection> {
  const { organizationId } = command
  const event = (await findNamed(db, organizationId, name)) ?? notFound(nameOf(name))
  const rejection = { id: newId(), event, ...(quantity !== undefined && { quantity }) }
  await correctionTurns(organizationId, () =>
    db.transaction().execute((tx) => reject(tx, { ...command, rejections: [rejection] }, moment)),
  )
  return getRejection(db, { organizationId, customerId: event.customerId, id: rejection.id })
}

async function findNamed(
  db: Db,
  organizationId: string,
  name: EventName,
): Promise<queries.RejectedEvent | undefined> {
  if ('id' in name) return findEvent(db, { organizationId, id: name.id })
  const found = await findEventByKey(db, organizationId, name)
  return found && findEvent(db, { organizationId, customerId: found.customerId, id: found.id })
}

/** Outcomes of a run that one request rejects. */
const OUTCOMES_MAX = 100

/**
 * Rejects all outcomes of a run that are billed, in one transaction. Throws `conflict` if there are
 * none, if a rejection of one is in force, or if they belong to several customers.
 */
export async function rejectRun(
  { db, correctionTurns }: Deps,
  { runId, ...command }: Command & { runId: string },
  moment: Moment,
): Promise<Rejection[]> {
  const { organizationId } = command
  const run = { organizationId, runId }
  const events = await queries.listBilledOfRun(db, run, OUTCOMES_MAX + 1)
  const [first] = events
  if (!first) {
    if (!(await queries.hasRun(db, run))) return notFound('Run')
    throw new AppError('conflict', 'No outcome of the run is billed')
  }
  const { customerId } = first
  if (events.some((event) => event.customerId !== customerId)) {
    throw new AppError('conflict', 'Several customers have a run of this id; reject its events')
  }
  if (events.length > OUTCOMES_MAX) {
    const message = `The run has more than ${OUTCOMES_MAX} outcomes; reject its events`
    throw new AppError('conflict', message)
  }
  const rejections = events.map((event) => ({ id: newId(), event }))
  await correctionTurns(organizationId, () =>
    db.transaction().execute((tx) => reject(tx, { ...command, rejections }, moment)),
  )
  const ids = new Set(rejections.map(({ id }) => id))
  const query = { customerId, runId, page: 1, limit: OUTCOMES_MAX }
  const { results } = await listRejections(db, organizationId, query)
  return results.filter(({ id }) => ids.has(id)).toReversed()
}

type Rejecting = Command & {
  rejections: readonly { id: string; event: queries.RejectedEvent; quantity?: number }[]
}

/** Rejects events of one customer in the caller's transaction. */
export async function reject(
  tx: Tx,
  { organizationId, rejections, reason, actor }: Rejecting,
  moment: Moment,
): Promise<void> {
  const [first] = rejections
  if (!first) return
  const { customerId } = first.event
  const corrections = rejections.map(({ id: rejectionId, event, quantity }) => ({
    event,
    correction: { kind: 'rejection' as const, rejectionId, ...(quantity && { quantity }) },
  }))
  const command = { organizationId, customerId, corrections, reason, actor }
  const outcomes = await correctEvents(tx, { ...command, loadPrices: refuseToPrice }, moment)
  const accepted = rejections.map(({ id, event }, at) => {
    return { id, event, quantity: rejectedOf(outcomes[at]) }
  })
  if ((await queries.insertRejections(tx, accepted, { reason, actor }, moment)) < accepted.length) {
    throw new AppError('conflict', 'The event has a rejection in force; withdraw it first')
  }
  const type = 'outcome.rejected' as const
  const events = accepted.map(({ id }) => ({ type, organizationId, customerId, id }))
  await publishEvents(tx, events, moment)
}

/** A rejection changes no cost. */
export const refuseToPrice = () => Promise.reject(new Error('a rejection has no prices'))

function rejectedOf(outcome: Outcome | undefined): number {
  switch (outcome?.kind) {
    case 'corrected':
      return outcome.rejectedChange
    case 'void':
      throw new AppError('event_voided', 'The event is void and counts as 0')
    case 'too_much': {
      const { quantity } = outcome
      const message = quantity === 0 ? 'No unit of the event is' : `Only ${quantity} units are`
      throw new AppError('conflict', `${message} billed`)
    }
    default:
      return notFound('Event')
  }
}
