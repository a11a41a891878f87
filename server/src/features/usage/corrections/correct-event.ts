import { decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { runIn, type Tx } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { applyHoldChanges, findHoldChanges } from '../../holds/adjust.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { replaceUncostedServices } from '../backfill/backfill-queries.ts'
import type { FindPrices } from '../costs/cost-record.ts'
import { lockBackfill } from '../ingest/uncosted.ts'
import { amendedValues, voidedValues } from './corrected-values.ts'
import * as queries from './correction-queries.ts'
import { type EventValues, storedValues } from './event-values.ts'
import { addDifference } from './sum-difference.ts'

/** `sent` has the fields of a record that replace those of the event. */
export type Correction = { kind: 'void' } | { kind: 'amend'; sent: JsonObject }

export type CorrectionCommand = {
  key: queries.EventKey
  correction: Correction
  reason: string | null
  actor: Actor
  /** Loads the prices; called when no mapping of the organization is being created. */
  loadPrices: () => Promise<FindPrices>
}

/**
 * Voids or amends an event, with all sums that contain it, in the caller's transaction. An
 * amendment that changes nothing is not recorded. Corrections of an organization, and backfills of
 * its costs, run one after another. Returns what is probably a mistake in the new values.
 * - Throws `event_voided` if the event is void.
 * - Throws `conflict` if less than the rejected quantity would be left.
 */
export async function correctEvent(
  tx: Tx,
  { key, correction, reason, actor, loadPrices }: CorrectionCommand,
  moment: Moment,
): Promise<readonly string[]> {
  await lockBackfill(runIn(tx), key.organizationId)
  const event = (await queries.lockEvent(tx, key)) ?? notFound('Event')
  if (event.voidedAt) {
    throw new AppError(
      'event_voided',
      'The event is void and counts as 0; if the work was done, record it again with another ' +
        'idempotencyKey',
    )
  }
  const before = storedValues(event)
  const { usageDate } = event
  const { kind } = correction
  const after =
    correction.kind === 'void'
      ? { ...voidedValues(before), warnings: [] }
      : amendedValues(before, { ...correction, usageDate, findPrices: await loadPrices() })
  if (!after) return []
  refuseRejected(event, after)
  const isRecosted = after.cost !== before.cost
  await queries.updateCorrectedEvent(tx, key, { kind, after, isRecosted }, moment)
  await queries.insertCorrection(tx, key, { kind, reason, actor, before, after }, moment)
  if (isRecosted) await replaceLacks(tx, key, after)
  await addDifference(tx, event, { before, after, now: moment.now })
  await adjustHold(tx, key, { before, after })
  const { organizationId, customerId, id } = key
  const type = kind === 'void' ? 'usage.voided' : 'usage.amended'
  await publishEvent(tx, { type, organizationId, customerId, id }, moment)
  return after.warnings
}

function refuseRejected(
  { rejectedQuantity }: queries.LockedEvent,
  { quantity }: EventValues,
): void {
  if (rejectedQuantity.lte(decimalFromInteger(quantity))) return
  const rejected = rejectedQuantity.toFixed()
  throw new AppError('conflict', `quantity must be at least ${rejected}, which was rejected`)
}

/** Changes what the run of the event used; its outcome and thereby its end stay as they were. */
async function adjustHold(
  tx: Tx,
  { organizationId, customerId, usageDate, id }: queries.EventKey,
  { before, after }: { before: EventValues; after: EventValues },
): Promise<void> {
  const [costBefore, costAfter] = [before.cost.usageCost, after.cost.usageCost]
  const change = {
    customerId,
    usageDate,
    eventId: id,
    cost: (costAfter ?? ZERO).minus(costBefore ?? ZERO),
    uncostedEvents: Number(costAfter === null) - Number(costBefore === null),
  }
  const changes = await findHoldChanges(tx, organizationId, [change])
  await applyHoldChanges(tx, organizationId, changes)
}

/** Replaces the services that the event needs a cost for. */
async function replaceLacks(
  tx: Tx,
  { organizationId, customerId, id, usageDate }: queries.EventKey,
  { cost }: EventValues,
): Promise<void> {
  const lacks = cost.uncosted.map(({ provider, model, reason }) => {
    return { customerId, eventId: id, usageDate, provider, model, reason }
  })
  await replaceUncostedServices(tx, organizationId, [{ id, customerId }], lacks)
}
