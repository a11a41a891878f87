import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import { askedRows } from '../../platform/batching/asked-rows.ts'
import type { Db } from '../../platform/database.ts'
import { billable } from '../usage/billable.ts'
import type { UsageOfAgent, WantedUsage } from './usage-queries.ts'

export type DaySum = { key: string; date: string; quantity: Decimal }

/** Usage to be summed by day, with the time zone of the days. */
export type WantedDays = UsageOfAgent & { wanted: readonly WantedUsage[]; timeZone: string }

const wantedRows = (wanted: readonly WantedUsage[]) =>
  askedRows(wanted, {
    key: ['text', ({ key }) => key],
    signalId: ['uuid', ({ signalId }) => signalId],
    rangeStart: ['timestamptz', ({ start }) => new Date(start)],
    rangeEnd: ['timestamptz', ({ end }) => new Date(end)],
  })

/** Sums whole quarter-hour buckets by day. No day boundary splits a bucket. */
export async function sumBucketsByDay(
  db: Db,
  { organizationId, customerId, agentId, wanted, timeZone }: WantedDays,
): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select asked.key, to_char(rollups.bucket at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      sum(${billable('rollups')}) as quantity
    from ${wantedRows(wanted)}
    join usage_rollups rollups on rollups.signal_id = asked.signal_id
      and rollups.bucket >= asked.range_start and rollups.bucket < asked.range_end
    where rollups.customer_id = ${customerId} and rollups.organization_id = ${organizationId}
      and rollups.agent_id = ${agentId}
    group by 1, 2`.execute(db)
  return rows
}

/** Sums single events by day, at the ends of a range that fill no whole quarter of an hour. */
export async function sumEventsByDay(
  db: Db,
  { organizationId, customerId, agentId, wanted, timeZone }: WantedDays,
): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select asked.key, to_char(events.usage_date at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      sum(${billable('events')}) as quantity
    from ${wantedRows(wanted)}
    join usage_events events on events.signal_id = asked.signal_id
      and events.usage_date >= asked.range_start and events.usage_date < asked.range_end
    where events.customer_id = ${customerId} and events.organization_id = ${organizationId}
      and events.agent_id = ${agentId}
    group by 1, 2`.execute(db)
  return rows
}
