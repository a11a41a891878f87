import { ZERO } from '../../../domain/money.ts'
import { runIn, type Tx } from '../../../platform/database.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { applyHoldChanges, findHoldChanges } from '../../holds/adjust.ts'
import type { EventType } from '../../outbox/event.ts'
import { publishEvents } from '../../outbox/outbox.ts'
import { replaceUncostedServices } from '../backfill/backfill-queries.ts'
import type { FindPrices } from '../costs/cost-record.ts'
import { lockBackfill } from '../ingest/uncosted.ts'
import { type AmendedValues, amendedValues, voidedValues } from './corrected-values.ts'
import * as queries from './correction-queries.ts'
import {
  type EventChange,
  type EventPlace,
  isOfValues,
  type LockedEvent,
  type OfCustomer,
} from './event-change.ts'
import { type CorrectionKind, type EventValues, storedValues } from './event-values.ts'
import { addDifferences } from './sum-difference.ts'

/** `sent` has the fields of a record that replace those of the event. */
export type Correction =
  | { kind: 'void' }
  | { kind: 'amend'; sent: JsonObject }
  | Rejection
  | Restoration
  | Settlement

/** Units that are not billed, and keep their cost. Without a quantity, all that are still billed. */
type Rejection = { kind: 'rejection'; rejectionId: string; quantity?: number }
/** Units of a rejection that are billed again. */
type Restoration = { kind: 'restoration'; rejectionId: string; quantity: number }
/** The settlement window has passed at this time: what is provisional is billed. */
type Settlement = { kind: 'settlement'; at: Date }

export type { EventChange }

/** Corrections of different events of one customer. */
export type CorrectionsCommand = {
  organizationId: string
  customerId: string
  corrections: readonly { event: EventPlace; correction: Correction }[]
  reason: string | null
  actor: queries.CorrectionActor
  /** Loads the prices; called when no mapping of the organization is being created. */
  loadPrices: () => Promise<FindPrices>
}

/**
 * What became of a correction. `warnings` are what is probably a mistake in the new values;
 * `rejectedChange` are the units that are no longer billed, negative if they are billed again.
 * `rejected`: less than this rejected quantity would be left. `too_much`: only so much is billed, or
 * rejected, of what a rejection or a restoration names.
 */
export type Outcome =
  | { kind: 'corrected'; warnings: readonly string[]; rejectedChange: number }
  | { kind: 'unchanged' }
  | { kind: 'absent' }
  | { kind: 'void' }
  | { kind: 'rejected'; rejectedQuantity: string }
  | { kind: 'too_much'; quantity: number }

/**
 * Voids or amends events of a customer, rejects some of their units, bills these again, or settles
 * provisional ones, with all sums that contain them, in the caller's transaction. Returns the
 * outcomes in the order of the corrections; only those that are `corrected` change anything.
 * Corrections of an organization, and backfills of its costs, run one after another.
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
  const changes: EventChange[] = []
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

/** A correction of the quantity, the services or the cost. */
export type ValueCorrection = Exclude<Correction, Rejection | Restoration | Settlement>
type Decided = { outcome: Outcome; change?: EventChange }

/** Decides what a correction changes of an event. */
export function decide(
  event: LockedEvent,
  correction: Correction,
  findPrices: FindPrices | undefined,
): Decided {
  if (event.voidedAt) return { outcome: { kind: 'void' } }
  if (correction.kind === 'settlement') return decideSettlement(event, correction)
  const before = storedValues(event)
  if (correction.kind === 'rejection' || correction.kind === 'restoration') {
    return decideRejection(event, before, correction)
  }
  const after = valuesAfter(event, before, { correction, findPrices })
  if (!after) return { outcome: { kind: 'unchanged' } }
  const { rejected, provisional } = unitsOf(event)
  if (rejected > after.quantity) {
    return { outcome: { kind: 'rejected', rejectedQuantity: String(rejected) } }
  }
  const { warnings } = after
  const isOpen = isProvisional(event) && correction.kind === 'amend'
  const change = {
    ...{ event, kind: correction.kind, before, after, rejectionId: null, isOpen },
    rejected: { before: rejected, after: rejected },
    // What is not rejected stays provisional until the window passes.
    provisional: { before: provisional, after: isOpen ? after.quantity - rejected : 0 },
  }
  return { outcome: { kind: 'corrected', warnings, rejectedChange: 0 }, change }
}

const isProvisional = ({ provisionalQuantity }: LockedEvent) => provisionalQuantity !== null

/** Returns the units of an event that are rejected, and those that are provisional. */
function unitsOf({ rejectedQuantity, provisionalQuantity }: LockedEvent) {
  const provisional = Number(provisionalQuantity?.toFixed() ?? 0)
  return { rejected: Number(rejectedQuantity.toFixed()) - provisional, provisional }
}

/** Bills what is provisional. Its window may have passed before, in another process. */
function decideSettlement(event: LockedEvent, { at }: Settlement): Decided {
  if (event.settlesAt === null || event.settlesAt > at) return { outcome: { kind: 'unchanged' } }
  const values = storedValues(event)
  const { rejected, provisional } = unitsOf(event)
  const change = {
    ...{ event, kind: 'settlement' as const, before: values, after: values, rejectionId: null },
    rejected: { before: rejected, after: rejected },
    provisional: { before: provisional, after: 0 },
    isOpen: false,
  }
  return { outcome: { kind: 'corrected', warnings: [], rejectedChange: 0 }, change }
}

/**
 * What was rejected never exceeds what was recorded, and never becomes negative. While its window is
 * open, rejected units were provisional, and are so again when the rejection is withdrawn.
 */
function decideRejection(
  event: LockedEvent,
  values: EventValues,
  { kind, rejectionId, quantity }: Rejection | Restoration,
): Decided {
  const { rejected, provisional } = unitsOf(event)
  const left = kind === 'rejection' ? values.quantity - rejected : rejected
  const units = quantity ?? left
  if (units > left || left === 0) return { outcome: { kind: 'too_much', quantity: left } }
  const rejectedChange = kind === 'rejection' ? units : -units
  const isOpen = isProvisional(event)
  const change = {
    ...{ event, kind, before: values, after: values, rejectionId, isOpen },
    rejected: { before: rejected, after: rejected + rejectedChange },
    provisional: { before: provisional, after: isOpen ? provisional - rejectedChange : 0 },
  }
  return { outcome: { kind: 'corrected', warnings: [], rejectedChange }, change }
}

function valuesAfter(
  { usageDate }: LockedEvent,
  before: EventValues,
  { correction, findPrices }: { correction: ValueCorrection; findPrices: FindPrices | undefined },
): AmendedValues | undefined {
  if (correction.kind === 'void' || !findPrices) return { ...voidedValues(before), warnings: [] }
  return amendedValues(before, { ...correction, usageDate, findPrices })
}

type Writing = CorrectionsCommand & { changes: readonly EventChange[] }

async function writeChanges(
  tx: Tx,
  { organizationId, customerId, changes, reason, actor }: Writing,
  moment: Moment,
): Promise<void> {
  if (changes.length === 0) return
  const key = { organizationId, customerId }
  await queries.updateCorrectedEvents(tx, key, changes, moment)
  await queries.insertCorrections(tx, key, { changes, reason, actor }, moment)
  await queries.writeProvisional(tx, key, changes)
  await replaceLacks(tx, key, changes.filter(isRecosted))
  await addDifferences(tx, key, changes, moment.now)
  await adjustHolds(tx, key, changes.filter(isOfValues))
  const events = changes.flatMap(({ kind, event: { id } }) => {
    const type = ANNOUNCED[kind]
    return type === null ? [] : [{ type, ...key, id }]
  })
  await publishEvents(tx, events, moment)
}

/** The caller of a rejection announces it with the decision, which it stores. */
const ANNOUNCED = {
  void: 'usage.voided',
  amend: 'usage.amended',
  rejection: null,
  restoration: null,
  settlement: null,
} as const satisfies Record<CorrectionKind, EventType | null>

const isRecosted = ({ before, after }: EventChange) => before.cost !== after.cost

/** Changes what the runs of the events used; their outcomes and thereby their ends stay as they were. */
async function adjustHolds(
  tx: Tx,
  { organizationId, customerId }: OfCustomer,
  changes: readonly EventChange[],
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
  { organizationId, customerId }: OfCustomer,
  changes: readonly EventChange[],
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
