import type { Decimal } from '../../../domain/money.ts'
import { runIn, type Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  applyHoldChanges,
  collectHoldChanges,
  type EventCostChange,
  findHoldChanges,
} from '../../holds/adjust.ts'
import { costRecord, type FindPrices } from '../costs/cost-record.ts'
import type { ModelPair } from '../costs/uncosted-service.ts'
import { type EventCost, eventCostOf } from '../ingest/event-row.ts'
import { idBeforeCommitsAfter } from '../ingest/recording-time.ts'
import { rollupStatements } from '../ingest/rollup-statements.ts'
import { createRollupTotals, type RollupChange, type RollupTotals } from '../ingest/rollups.ts'
import { BACKFILL_SLOT } from '../ingest/slots.ts'
import { lockBackfill, lockUncostedEvents } from '../ingest/uncosted.ts'
import * as queries from './backfill-queries.ts'
import { listUncostedPairsOf } from './uncosted-events.ts'

/** Small enough to delay the requests of this process by only milliseconds. */
const EVENTS_AT_ONCE = 500
/**
 * Sums are written less often than events. On a cluster, each of their statements leaves files on
 * the nodes until the transaction ends. Removing the files is part of the commit, and new events
 * without a cost wait for it.
 */
const EVENTS_SUMMED_AT_ONCE = 5_000
const EARLY_PASSES_MAX = 5

export type Backfill = {
  organizationId: string
  /** The services whose cost is now known. */
  pairs: readonly ModelPair[]
  findPrices: FindPrices
}

/**
 * Costs the events that wait for these services; returns how many now have a cost. May leave events
 * that arrive concurrently for the next run.
 */
export async function backfillEvents(tx: Tx, backfill: Backfill, now: Date): Promise<number> {
  await lockBackfill(runIn(tx), backfill.organizationId)
  const progress = createProgress(now, { mustBeCosted: false })
  const costed = await backfillAll(tx, backfill, progress, null)
  await applyHoldChanges(tx, backfill.organizationId, progress.holds.all())
  return costed
}

function createProgress(now: Date, { mustBeCosted }: { mustBeCosted: boolean }): Progress {
  return { now, seen: new Set(), holds: collectHoldChanges(), mustBeCosted }
}

/**
 * Costs every event that waits for these services, including events that arrive concurrently. Throws
 * (422) when a rate is missing that an event needs.
 */
export async function backfillEveryEvent(tx: Tx, backfill: Backfill, now: Date): Promise<number> {
  const { organizationId } = backfill
  const progress = createProgress(now, { mustBeCosted: true })
  return inPasses(tx, { organizationId, progress }, (idsAfter) =>
    backfillAll(tx, backfill, progress, idsAfter),
  )
}

export type PricedBackfill = {
  organizationId: string
  /** Returns true for a service whose price changed. */
  isPriced: (pair: ModelPair) => boolean
  findPrices: FindPrices
}

/**
 * Costs every event that waits for a service whose price changed, including events that arrive
 * concurrently. Events that lack another rate or price stay without a cost.
 */
export async function backfillPricedEvents(
  tx: Tx,
  { organizationId, isPriced, findPrices }: PricedBackfill,
  now: Date,
): Promise<number> {
  const progress = createProgress(now, { mustBeCosted: false })
  return inPasses(tx, { organizationId, progress }, async (idsAfter) => {
    // Listed in each pass: another name of the service may have arrived.
    const pairs = (await listUncostedPairsOf(tx, organizationId)).filter(isPriced)
    return backfillAll(tx, { organizationId, pairs, findPrices }, progress, idsAfter)
  })
}

/**
 * Repeats a pass over waiting events until none is left. Most of the work runs during ingestion. Only
 * the last pass makes the organization's new events without a cost wait; it examines only those that
 * the first one could not see.
 */
async function inPasses(
  tx: Tx,
  { organizationId, progress }: { organizationId: string; progress: Progress },
  pass: (idsAfter: string | null) => Promise<number>,
): Promise<number> {
  await lockBackfill(runIn(tx), organizationId)
  let costed = 0
  for (let early = 0; early < EARLY_PASSES_MAX; early += 1) {
    const found = await pass(null)
    costed += found
    if (found <= EVENTS_AT_ONCE) break
  }
  await lockUncostedEvents(runIn(tx), organizationId)
  costed += await pass(idBeforeCommitsAfter(progress.now))
  await applyHoldChanges(tx, organizationId, progress.holds.all())
  return costed
}

type Progress = {
  now: Date
  /** Events that were examined and still have no cost. */
  seen: Set<string>
  /** What the holds of runs gain, written at the end: records of these runs wait for it. */
  holds: ReturnType<typeof collectHoldChanges>
  /** A missing rate of a pair fails the whole backfill. */
  mustBeCosted: boolean
}

async function backfillAll(
  tx: Tx,
  backfill: Backfill,
  progress: Progress,
  idsAfter: string | null,
): Promise<number> {
  let costed = 0
  let totals = createRollupTotals()
  let summed = 0
  for (const pair of backfill.pairs) {
    let after: queries.UncostedEvent | undefined
    do {
      const page = { after, idsAfter, limit: EVENTS_AT_ONCE }
      const events = await queries.listUncostedEvents(tx, backfill.organizationId, pair, page)
      const found = await backfillPage(tx, backfill, { pair, events, progress, totals })
      costed += found
      summed += found
      if (summed >= EVENTS_SUMMED_AT_ONCE) {
        await writeTotals(tx, totals, progress.now)
        totals = createRollupTotals()
        summed = 0
      }
      // Does not wait for an empty page: with constant arrivals there may be none.
      after = events.length < EVENTS_AT_ONCE ? undefined : events.at(-1)
    } while (after)
  }
  await writeTotals(tx, totals, progress.now)
  return costed
}

async function writeTotals(tx: Tx, totals: RollupTotals, now: Date): Promise<void> {
  const run = runIn(tx)
  for (const statement of rollupStatements(totals, { slot: BACKFILL_SLOT, now }))
    await run(statement)
}

type Page = {
  pair: ModelPair
  events: readonly queries.UncostedEvent[]
  progress: Progress
  /** Collects what the page adds to the sums; the caller writes them. */
  totals: RollupTotals
}

async function backfillPage(
  tx: Tx,
  { organizationId, findPrices }: Backfill,
  { pair, events, progress: { now, seen, holds, mustBeCosted }, totals }: Page,
): Promise<number> {
  if (events.length === 0) return 0
  const lacks = Map.groupBy(
    await queries.listLacks(tx, organizationId, events),
    ({ eventId }) => eventId,
  )
  const backfilled: queries.BackfilledEvent[] = []
  const remaining: queries.StillUncosted[] = []
  const missing = new Set<string>()
  const costChanges: EventCostChange[] = []
  for (const event of events) {
    if (seen.has(event.id)) continue
    const cost = eventCostOf(costRecord(event.services, event.usageDate.getTime(), findPrices))
    if (cost.usageCost === null) seen.add(event.id)
    for (const reason of missingRates(cost, pair)) missing.add(reason)
    if (lacksTheSame(lacks.get(event.id) ?? [], cost.uncosted)) continue
    backfilled.push(backfilledEvent(event, cost))
    remaining.push(...stillUncosted(event, cost))
    if (cost.usageCost === null) continue
    costChanges.push(eventCostChange(event, cost.usageCost))
    totals.add(costChange(organizationId, event, cost))
  }
  if (mustBeCosted && missing.size > 0) throw cannotBeCosted(pair, [...missing])
  if (backfilled.length === 0) return 0
  await queries.updateEventCosts(tx, organizationId, backfilled, now)
  await queries.replaceUncostedServices(tx, organizationId, backfilled, remaining)
  holds.add(await findHoldChanges(tx, organizationId, costChanges))
  return costChanges.length
}

function eventCostChange(
  { customerId, usageDate, id: eventId }: queries.UncostedEvent,
  cost: Decimal,
): EventCostChange {
  return { customerId, usageDate, eventId, cost, uncostedEvents: -1 }
}

/** Explains why the pair still has no cost in an event, although its entry is known. */
function missingRates({ uncosted }: EventCost, { provider, model }: ModelPair): string[] {
  return uncosted
    .filter((one) => one.provider === provider && one.model === model && one.reason === 'no_rate')
    .map(({ explanation }) => explanation)
}

function cannotBeCosted({ provider, model }: ModelPair, reasons: readonly string[]) {
  return new AppError(
    'inconsistent',
    `Events of ${provider}/${model} need a rate that the target lacks: ${reasons.join('; ')}. Choose an entry that has it, see /v1/services`,
  )
}

type Lack = ModelPair & { reason: string }

/**
 * Returns true if an event lacks the same services for the same reasons; then it is left unchanged.
 */
function lacksTheSame(before: readonly Lack[], now: readonly Lack[]): boolean {
  return lacksText(before) === lacksText(now)
}

function lacksText(lacks: readonly Lack[]): string {
  const texts = lacks.map(({ provider, model, reason }) => [provider, model, reason].join('\0'))
  return [...new Set(texts)].sort().join('\n')
}

function backfilledEvent(event: queries.UncostedEvent, cost: EventCost): queries.BackfilledEvent {
  return {
    id: event.id,
    customerId: event.customerId,
    usageDate: event.usageDate,
    status: cost.status,
    usageCost: cost.usageCost?.toFixed() ?? null,
    prices: cost.prices,
  }
}

function stillUncosted(event: queries.UncostedEvent, cost: EventCost): queries.StillUncosted[] {
  const { id: eventId, customerId, usageDate } = event
  return cost.uncosted.map(({ provider, model, reason }) => ({
    customerId,
    eventId,
    usageDate,
    provider,
    model,
    reason,
  }))
}

/** Returns what the rollups gain when an event's cost becomes known. */
function costChange(
  organizationId: string,
  event: queries.UncostedEvent,
  cost: EventCost,
): RollupChange {
  return {
    organizationId,
    customerId: event.customerId,
    agentId: event.agentId,
    signalId: event.signalId,
    usageDate: event.usageDate.getTime(),
    eventCount: 0,
    uncostedEventCount: -1,
    quantity: 0,
    cost: cost.usageCost,
    services: cost.services,
    serviceCount: 0,
  }
}
