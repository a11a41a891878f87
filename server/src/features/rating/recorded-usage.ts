import { sql } from 'kysely'
import { type Decimal, sum } from '../../domain/money.ts'
import { cutAtBuckets, isEmpty } from '../../domain/time/range.ts'
import { askedRows } from '../../platform/batching/asked-rows.ts'
import type { Db } from '../../platform/database.ts'
import type { UsageRange } from './attribution.ts'
import type { UsageOfAgent } from './usage-queries.ts'

/** Sums of the events of a signal. */
export type RecordedUsage = {
  eventCount: number
  /** Events without a known cost. */
  uncostedEventCount: number
  quantity: Decimal
  /** Units of the quantity that are not billed. */
  rejectedQuantity: Decimal
  /** In USD, of the events whose cost is known. */
  cost: Decimal
}

type OfSignal = UsageOfAgent & { signalId: string }

type SumRow = Omit<RecordedUsage, 'eventCount' | 'uncostedEventCount'> & {
  eventCount: string
  uncostedEventCount: string
}

/**
 * Sums what was recorded of a signal in some ranges, which do not overlap. Like `sumUsage`, it reads
 * single events only where a range cuts a quarter of an hour.
 */
export async function sumRecorded(
  db: Db,
  signal: OfSignal,
  ranges: readonly UsageRange[],
): Promise<RecordedUsage> {
  const cut = ranges.map(cutAtBuckets)
  const buckets = cut.map((one) => one.buckets).filter((range) => !isEmpty(range))
  const edges = cut.flatMap(({ head, tail }) => [head, tail]).filter((range) => !isEmpty(range))
  const rows = await Promise.all([
    buckets.length > 0 ? sumBuckets(db, signal, buckets) : [],
    edges.length > 0 ? sumEvents(db, signal, edges) : [],
  ])
  const sums = rows.flat()
  const count = (of: (row: SumRow) => string) => sums.reduce((all, row) => all + Number(of(row)), 0)
  return {
    eventCount: count((row) => row.eventCount),
    uncostedEventCount: count((row) => row.uncostedEventCount),
    quantity: sum(sums.map(({ quantity }) => quantity)),
    rejectedQuantity: sum(sums.map(({ rejectedQuantity }) => rejectedQuantity)),
    cost: sum(sums.map(({ cost }) => cost)),
  }
}

const rangeRows = (ranges: readonly UsageRange[]) =>
  askedRows(ranges, {
    rangeStart: ['timestamptz', ({ start }) => new Date(start)],
    rangeEnd: ['timestamptz', ({ end }) => new Date(end)],
  })

async function sumBuckets(
  db: Db,
  { organizationId, customerId, agentId, signalId }: OfSignal,
  ranges: readonly UsageRange[],
): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select coalesce(sum(rollups.event_count), 0)::bigint as event_count,
      coalesce(sum(rollups.uncosted_event_count), 0)::bigint as uncosted_event_count,
      coalesce(sum(rollups.quantity), 0) as quantity,
      coalesce(sum(rollups.rejected_quantity), 0) as rejected_quantity,
      coalesce(sum(rollups.cost), 0) as cost
    from ${rangeRows(ranges)}
    join usage_rollups rollups on rollups.bucket >= asked.range_start
      and rollups.bucket < asked.range_end
    where rollups.customer_id = ${customerId} and rollups.organization_id = ${organizationId}
      and rollups.agent_id = ${agentId} and rollups.signal_id = ${signalId}`.execute(db)
  return rows
}

async function sumEvents(
  db: Db,
  { organizationId, customerId, agentId, signalId }: OfSignal,
  ranges: readonly UsageRange[],
): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select count(*) as event_count,
      count(*) filter (where events.usage_cost is null) as uncosted_event_count,
      coalesce(sum(events.quantity), 0) as quantity,
      coalesce(sum(events.rejected_quantity), 0) as rejected_quantity,
      coalesce(sum(events.usage_cost), 0) as cost
    from ${rangeRows(ranges)}
    join usage_events events on events.usage_date >= asked.range_start
      and events.usage_date < asked.range_end
    where events.customer_id = ${customerId} and events.organization_id = ${organizationId}
      and events.agent_id = ${agentId} and events.signal_id = ${signalId}`.execute(db)
  return rows
}
