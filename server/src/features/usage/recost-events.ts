import { runIn, type Tx } from '../../platform/database.ts'
import { costRecord, type FindEntry } from './cost-record.ts'
import { type EventCost, eventCostOf } from './ingest/event-row.ts'
import {
  createRollupTotals,
  type RollupChange,
  type RollupTotals,
  rollupStatements,
} from './ingest/rollups.ts'
import { lockRecosting, lockUncostedEvents } from './ingest/uncosted.ts'
import * as queries from './recost-queries.ts'

const EVENTS_AT_ONCE = 2_000

export type Recosting = {
  organizationId: string
  /** The services whose cost has become known. */
  pairs: readonly queries.ModelPair[]
  findEntry: FindEntry
}

/**
 * Costs the events that wait for these services, and returns how many have their cost now. Most of
 * the work is done while ingestion goes on; only for what arrived meanwhile, and for the rollups,
 * the organization's new events without a cost have to wait, so that none is left behind.
 */
export async function recostEvents(tx: Tx, recosting: Recosting, now: Date): Promise<number> {
  const totals = createRollupTotals()
  await lockRecosting(runIn(tx), recosting.organizationId)
  const progress: Progress = { totals, now, seen: new Set() }
  const early = await recostAll(tx, recosting, progress)
  await lockUncostedEvents(runIn(tx), recosting.organizationId)
  const late = await recostAll(tx, recosting, progress)
  const run = runIn(tx)
  for (const statement of rollupStatements(totals)) await run(statement)
  return early + late
}

/** What a recosting has done so far. */
type Progress = { totals: RollupTotals; now: Date; seen: Set<string> }

async function recostAll(tx: Tx, recosting: Recosting, progress: Progress): Promise<number> {
  let costed = 0
  for (const pair of recosting.pairs) {
    let after: queries.UncostedEvent | undefined
    do {
      const page = { after, limit: EVENTS_AT_ONCE }
      const events = await queries.listUncostedEvents(tx, recosting.organizationId, pair, page)
      costed += await recostPage(tx, { recosting, events, progress })
      after = events.at(-1)
    } while (after)
  }
  return costed
}

async function recostPage(
  tx: Tx,
  {
    recosting: { organizationId, findEntry },
    events,
    progress: { totals, now, seen },
  }: { recosting: Recosting; events: readonly queries.UncostedEvent[]; progress: Progress },
): Promise<number> {
  const recosted: queries.RecostedEvent[] = []
  const remaining: queries.StillUncosted[] = []
  if (events.length === 0) return 0
  const lacks = Map.groupBy(
    await queries.listLacks(tx, organizationId, events),
    ({ eventId }) => eventId,
  )
  let costed = 0
  for (const event of events) {
    if (seen.has(event.id)) continue
    const cost = eventCostOf(costRecord(event.services, event.usageDate.getTime(), findEntry))
    if (cost.usageCost === null) seen.add(event.id)
    if (lacksTheSame(lacks.get(event.id) ?? [], cost.uncosted)) continue
    recosted.push(recostedEvent(event, cost))
    remaining.push(...stillUncosted(event, cost))
    if (cost.usageCost === null) continue
    costed += 1
    totals.add(costChange(organizationId, event, cost))
  }
  if (recosted.length > 0) {
    await queries.updateEventCosts(tx, organizationId, recosted, now)
    await queries.replaceUncostedServices(tx, organizationId, recosted, remaining)
  }
  return costed
}

type Lack = queries.ModelPair & { reason: string }

/** An event that lacks what it lacked before is left as it is. */
function lacksTheSame(before: readonly Lack[], now: readonly Lack[]): boolean {
  return lacksText(before) === lacksText(now)
}

function lacksText(lacks: readonly Lack[]): string {
  const texts = lacks.map(({ provider, model, reason }) => [provider, model, reason].join('\0'))
  return [...new Set(texts)].sort().join('\n')
}

function recostedEvent(event: queries.UncostedEvent, cost: EventCost): queries.RecostedEvent {
  return {
    id: event.id,
    customerId: event.customerId,
    usageDate: event.usageDate,
    status: cost.status,
    usageCost: cost.usageCost?.toFixed() ?? null,
    usageCostData: cost.usageCostData,
    services: cost.servicesText,
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

/** What the rollups gain when an event's cost becomes known. */
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
