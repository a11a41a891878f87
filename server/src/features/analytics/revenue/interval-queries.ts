import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { billable } from '../../rating/billable.ts'

/** A customer's usage of an agent in a half-open time (epoch milliseconds), added up under a key. */
export type WantedInterval = {
  key: number
  customerId: string
  agentId: string
  start: number
  end: number
}

export type IntervalSum = {
  key: number
  signalId: string
  eventCount: string
  billable: Decimal
  cost: Decimal
  uncostedEvents: string
}

const iso = (time: number) => new Date(time).toISOString()

const wantedRows = (wanted: readonly WantedInterval[], type: 'date' | 'timestamptz') => {
  const text = type === 'date' ? (time: number) => iso(time).slice(0, 10) : iso
  return sql`unnest(
    ${wanted.map(({ key }) => key)}::int[],
    ${wanted.map(({ customerId }) => customerId)}::uuid[],
    ${wanted.map(({ agentId }) => agentId)}::uuid[],
    ${wanted.map(({ start }) => text(start))}::${sql.raw(type)}[],
    ${wanted.map(({ end }) => text(end))}::${sql.raw(type)}[]
  ) as wanted (key, customer_id, agent_id, range_start, range_end)`
}

/** Of whole UTC days, which are added up already. */
export async function sumDays(
  db: Db,
  organizationId: string,
  wanted: readonly WantedInterval[],
): Promise<IntervalSum[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<IntervalSum>`
    select wanted.key, days.signal_id, sum(days.event_count)::bigint as event_count,
      sum(${billable('days')}) as billable, sum(days.cost) as cost,
      sum(days.uncosted_event_count)::bigint as uncosted_events
    from ${wantedRows(wanted, 'date')}
    join usage_days days on days.customer_id = wanted.customer_id
      and days.day >= wanted.range_start and days.day < wanted.range_end
      and days.agent_id = wanted.agent_id and days.organization_id = ${organizationId}
    group by wanted.key, days.signal_id`.execute(db)
  return rows
}

/** Of whole quarters of an hour: where a time begins or ends at another zone's midnight. */
export async function sumBuckets(
  db: Db,
  organizationId: string,
  wanted: readonly WantedInterval[],
): Promise<IntervalSum[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<IntervalSum>`
    select wanted.key, rollups.signal_id, sum(rollups.event_count)::bigint as event_count,
      sum(${billable('rollups')}) as billable, sum(rollups.cost) as cost,
      sum(rollups.uncosted_event_count)::bigint as uncosted_events
    from ${wantedRows(wanted, 'timestamptz')}
    join usage_rollups rollups on rollups.customer_id = wanted.customer_id
      and rollups.bucket >= wanted.range_start and rollups.bucket < wanted.range_end
      and rollups.agent_id = wanted.agent_id and rollups.organization_id = ${organizationId}
    group by wanted.key, rollups.signal_id`.execute(db)
  return rows
}

/** Of single events: where a time begins or ends within a quarter of an hour. */
export async function sumEvents(
  db: Db,
  organizationId: string,
  wanted: readonly WantedInterval[],
): Promise<IntervalSum[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<IntervalSum>`
    select wanted.key, events.signal_id, count(*) as event_count,
      sum(${billable('events')}) as billable, coalesce(sum(events.usage_cost), 0) as cost,
      count(*) filter (where events.usage_cost is null) as uncosted_events
    from ${wantedRows(wanted, 'timestamptz')}
    join usage_events events on events.customer_id = wanted.customer_id
      and events.usage_date >= wanted.range_start and events.usage_date < wanted.range_end
      and events.agent_id = wanted.agent_id and events.organization_id = ${organizationId}
    group by wanted.key, events.signal_id`.execute(db)
  return rows
}
