import { decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { runIn, type Tx } from '../../../platform/database.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { applyHoldChanges, findHoldChanges } from '../../holds/adjust.ts'
import { publishEvents } from '../../outbox/outbox.ts'
import { replaceUncostedServices } from '../backfill/backfill-queries.ts'
import type { FindPrices } from '../costs/cost-record.ts'
import { lockBackfill } from '../ingest/uncosted.ts'
import { type AmendedValues, amendedValues, voidedValues } from './corrected-values.ts'
import * as queries from './correction-queries.ts'
import { type CorrectionKind, type EventValues, storedValues } from './event-values.ts'
import { addDifferences } from './sum-difference.ts'

/** `sent` has the fields of a record that replace those of the event. */
export type Correction = { kind: 'void' } | { kind: 'amend'; sent: JsonObject }

export type EventChange = queries.EventChange

/** Corrections of different events of one customer. */
export type CorrectionsCommand = {
  organizationId: string
  customerId: string
  corrections: readonly { event: queries.EventPlace; correction: Correction }[]
  reason: string | null
  actor: Actor
  /** Loads the prices; called when no mapping of the organization is being created. */
  loadPrices: () => Promise<FindPrices>
}

/**
 * What became of a correction. `warnings` are what is probably a mistake in the new values.
 * `rejected`: less than this rejected quantity would be left.
 */
export type Outcome =
  | { kind: 'corrected'; warnings: readonly string[] }
  | { kind: 'unchanged' }
  | { kind: 'absent' }
  | { kind: 'void' }
  | { kind: 'rejected'; rejectedQuantity: string }

/**
 * Voids or amends events of a customer, with all sums that contain them, in the caller's
 * transaction. Returns the outcomes in the order of the corrections; only those that are `corrected`
 * change anything. Corrections of an organization, and backfills of its costs, run one after another.
 * Throws `invalid` for values that a record cannot have.
 */
export async function correctEvents(
  tx: Tx,
  command: CorrectionsCommand,
  moment: Moment,
): Promise<Outcome[]> {
  const { organizationId, customerId, corrections } = command
  await lockBackfill(runIn(tx), organizationId)
  const key = { organizationId, customerId }
  const places = corrections.map(({ event }) => event)
  const locked = await queries.lockEvents(tx, key, places)
  const byId = new Map(locked.map((event) => [event.id, event]))
  const isAmending = corrections.some(({ correction }) => correction.kind === 'amend')
  const findPrices = isAmending ? await command.loadPrices() : undefined
  const changes: queries.EventChange[] = []
  const outcomes = await mapInTurns(corrections, ({ event: { id }, correction }): Outcome => {
    const event = byId.get(id)
    if (!event) return { kind: 'absent' }
    const decided = decide(event, correction, findPrices)
    if (decided.outcome.kind === 'corrected' && decided.change) changes.push(decided.change)
    return decided.outcome
  })
  await writeChanges(tx, { ...command, changes }, moment)
  return outcomes
}

type Decided = { outcome: Outcome; change?: queries.EventChange }

/** Decides what a correction changes of an event. */
export function decide(
  event: queries.LockedEvent,
  correction: Correction,
  findPrices: FindPrices | undefined,
): Decided {
  if (event.voidedAt) return { outcome: { kind: 'void' } }
  const before = storedValues(event)
  const after = valuesAfter(event, before, { correction, findPrices })
  if (!after) return { outcome: { kind: 'unchanged' } }
  const { rejectedQuantity } = event
  if (rejectedQuantity.gt(decimalFromInteger(after.quantity))) {
    return { outcome: { kind: 'rejected', rejectedQuantity: rejectedQuantity.toFixed() } }
  }
  const { warnings } = after
  const change = { event, kind: correction.kind, before, after }
  return { outcome: { kind: 'corrected', warnings }, change }
}

function valuesAfter(
  { usageDate }: queries.LockedEvent,
  before: EventValues,
  { correction, findPrices }: { correction: Correction; findPrices: FindPrices | undefined },
): AmendedValues | undefined {
  if (correction.kind === 'void' || !findPrices) return { ...voidedValues(before), warnings: [] }
  return amendedValues(before, { ...correction, usageDate, findPrices })
}

type Writing = CorrectionsCommand & { changes: readonly queries.EventChange[] }

async function writeChanges(
  tx: Tx,
  { organizationId, customerId, changes, reason, actor }: Writing,
  moment: Moment,
): Promise<void> {
  if (changes.length === 0) return
  const key = { organizationId, customerId }
  await queries.updateCorrectedEvents(tx, key, changes, moment)
  await queries.insertCorrections(tx, key, { changes, reason, actor }, moment)
  await replaceLacks(tx, key, changes.filter(isRecosted))
  await addDifferences(tx, key, changes, moment.now)
  await adjustHolds(tx, key, changes)
  const typeOf = (kind: CorrectionKind) =>
    kind === 'void' ? ('usage.voided' as const) : ('usage.amended' as const)
  const events = changes.map(({ kind, event: { id } }) => ({ type: typeOf(kind), ...key, id }))
  await publishEvents(tx, events, moment)
}

const isRecosted = ({ before, after }: queries.EventChange) => before.cost !== after.cost

/** Changes what the runs of the events used; their outcomes and thereby their ends stay as they were. */
async function adjustHolds(
  tx: Tx,
  { organizationId, customerId }: queries.OfCustomer,
  changes: readonly queries.EventChange[],
): Promise<void> {
  const costs = changes.map(({ event: { id: eventId, usageDate }, before, after }) => {
    const [costBefore, costAfter] = [before.cost.usageCost, after.cost.usageCost]
    return {
      customerId,
      usageDate,
      eventId,
      cost: (costAfter ?? ZERO).minus(costBefore ?? ZERO),
      uncostedEvents: Number(costAfter === null) - Number(costBefore === null),
    }
  })
  const holds = await findHoldChanges(tx, organizationId, costs)
  await applyHoldChanges(tx, organizationId, holds)
}

/** Replaces the services that the events need a cost for. */
async function replaceLacks(
  tx: Tx,
  { organizationId, customerId }: queries.OfCustomer,
  changes: readonly queries.EventChange[],
): Promise<void> {
  if (changes.length === 0) return
  const lacks = changes.flatMap(({ event: { id: eventId, usageDate }, after }) =>
    after.cost.uncosted.map(({ provider, model, reason }) => {
      return { customerId, eventId, usageDate, provider, model, reason }
    }),
  )
  const events = changes.map(({ event: { id } }) => ({ id, customerId }))
  await replaceUncostedServices(tx, organizationId, events, lacks)
}
