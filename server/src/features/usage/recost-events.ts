import { runIn, type Tx } from '../../platform/database.ts'
import { costRecord, type FindEntry } from './cost-record.ts'
import { eventCostOf } from './ingest/event-row.ts'
import { createRollupTotals, type RollupTotals, writeRollups } from './ingest/rollups.ts'
import { lockRecosting, lockUncostedEvents } from './ingest/uncosted.ts'
import * as queries from './recost-queries.ts'

const EVENTS_AT_ONCE = 2_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export type Recosting = {
  organizationId: string
  /** The services whose cost has become known. */
  pairs: readonly queries.ModelPair[]
  findEntry: FindEntry
}

/**
 * Costs the events that wait for these services, and returns how many have their cost now. Most of
 * the work is done while ingestion goes on; only for what arrived meanwhile, and for the rollups,
 * new events without a cost have to wait, so that none is left behind.
 */
export async function recostEvents(tx: Tx, recosting: Recosting, now: Date): Promise<number> {
  const totals = createRollupTotals()
  await lockRecosting(runIn(tx), recosting.organizationId)
  const early = await recostAll(tx, recosting, { totals, now })
  await lockUncostedEvents(runIn(tx), recosting.organizationId)
  const late = await recostAll(tx, recosting, { totals, now })
  await writeRollups(runIn(tx), totals)
  return early + late
}

type Progress = { totals: RollupTotals; now: Date }

async function recostAll(tx: Tx, recosting: Recosting, progress: Progress): Promise<number> {
  const { organizationId, pairs } = recosting
  let costed = 0
  let after = { customerId: BEFORE_ALL, eventId: BEFORE_ALL }
  for (;;) {
    const page = { after, limit: EVENTS_AT_ONCE }
    const events = await queries.listUncostedEvents(tx, organizationId, pairs, page)
    const last = events.at(-1)
    if (!last) return costed
    costed += await recostPage(tx, { recosting, events, progress })
    after = { customerId: last.customerId, eventId: last.id }
  }
}

async function recostPage(
  tx: Tx,
  {
    recosting: { organizationId, findEntry },
    events,
    progress: { totals, now },
  }: { recosting: Recosting; events: readonly queries.UncostedEvent[]; progress: Progress },
): Promise<number> {
  const recosted: queries.RecostedEvent[] = []
  const remaining: queries.StillUncosted[] = []
  let costed = 0
  for (const event of events) {
    const { id, customerId, agentId, signalId, usageDate } = event
    const cost = eventCostOf(costRecord(event.services, usageDate.getTime(), findEntry))
    recosted.push({
      id,
      customerId,
      usageDate,
      status: cost.status,
      usageCost: cost.usageCost?.toFixed() ?? null,
      usageCostData: cost.usageCostData,
      services: cost.servicesText,
    })
    for (const { provider, model, reason } of cost.uncosted) {
      remaining.push({ customerId, eventId: id, usageDate, provider, model, reason })
    }
    if (cost.usageCost === null) continue
    costed += 1
    totals.add({
      organizationId,
      customerId,
      agentId,
      signalId,
      usageDate: usageDate.getTime(),
      eventCount: 0,
      uncostedEventCount: -1,
      quantity: 0,
      cost: cost.usageCost,
      services: cost.services,
      serviceCount: 0,
    })
  }
  await queries.updateEventCosts(tx, organizationId, recosted, now)
  await queries.replaceUncostedServices(tx, organizationId, events, remaining)
  return costed
}
