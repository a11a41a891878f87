import { AppError, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { correctEvents } from '../../usage/corrections/correct-events.ts'
import type { CorrectEventDeps } from '../corrections/correct-event.ts'
import { findEvent } from '../queries.ts'
import type { Rejection } from '../stored-rejections/fields.ts'
import * as queries from '../stored-rejections/queries.ts'
import { getRejection } from '../stored-rejections/read.ts'
import { refuseToPrice } from './reject.ts'

type Command = {
  organizationId: string
  eventId: string
  reason: string | undefined
  actor: Actor
}

/**
 * Withdraws the rejection of an event that is in force: its units are billed again, by an opposite
 * correction. Throws `conflict` if none is in force.
 */
export async function withdrawRejection(
  { db, correctionTurns }: Pick<CorrectEventDeps, 'db' | 'correctionTurns'>,
  { organizationId, eventId, reason, actor }: Command,
  moment: Moment,
): Promise<Rejection> {
  const event = (await findEvent(db, { organizationId, id: eventId })) ?? notFound('Event')
  const { customerId } = event
  const key = { organizationId, customerId, id: event.id }
  const rejection = (await queries.findInForce(db, key)) ?? refuseNone()
  const { id: rejectionId, quantity: units } = rejection
  const by = { reason: reason ?? null, actor }
  await correctionTurns(organizationId, () =>
    db.transaction().execute(async (tx) => {
      const quantity = Number(units.toFixed())
      const correction = { kind: 'restoration' as const, rejectionId, quantity }
      const corrections = [{ event, correction }]
      const command = { ...key, ...by, corrections, loadPrices: refuseToPrice }
      const [outcome] = await correctEvents(tx, command, moment)
      const withdrawn = { organizationId, customerId, id: rejectionId }
      if (
        outcome?.kind !== 'corrected' ||
        !(await queries.withdrawRejection(tx, withdrawn, by, moment))
      ) {
        return refuseNone()
      }
      await publishEvent(tx, { type: 'outcome.restored', ...withdrawn }, moment)
    }),
  )
  return getRejection(db, { organizationId, customerId, id: rejectionId })
}

function refuseNone(): never {
  throw new AppError('conflict', 'No rejection of the event is in force')
}
