import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'

/** Whose usage is billed: of all signals of one agent for one customer. */
export type UsageOfAgent = { organizationId: string; customerId: string; agentId: string }

/** Half-open, in epoch milliseconds. */
export type UsageRange = { start: number; end: number }

/** A signal's usage in a range, to be added up under a key. */
export type WantedUsage = UsageRange & { key: string; signalId: string }

export type UsageSum = { key: string; quantity: Decimal; cost: Decimal; eventCount: string }

const column = (wanted: readonly WantedUsage[], read: (one: WantedUsage) => string) =>
  sql`${wanted.map(read)}`

const wantedRows = (wanted: readonly WantedUsage[]) => sql`unnest(
  ${column(wanted, ({ key }) => key)}::text[],
  ${column(wanted, ({ signalId }) => signalId)}::uuid[],
  ${column(wanted, ({ start }) => new Date(start).toISOString())}::timestamptz[],
  ${column(wanted, ({ end }) => new Date(end).toISOString())}::timestamptz[]
) as wanted (key, signal_id, range_start, range_end)`

/** Adds up whole quarters of an hour, which the rollups have added up already. */
export async function sumBuckets(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
  wanted: readonly WantedUsage[],
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select wanted.key, sum(rollups.quantity) as quantity, sum(rollups.cost) as cost,
      sum(rollups.event_count)::bigint as event_count
    from ${wantedRows(wanted)}
    join usage_rollups rollups on rollups.customer_id = ${customerId}
      and rollups.organization_id = ${organizationId} and rollups.agent_id = ${agentId}
      and rollups.signal_id = wanted.signal_id
      and rollups.bucket >= wanted.range_start and rollups.bucket < wanted.range_end
    group by wanted.key`.execute(db)
  return rows
}

/** Adds up single events: for the ends of a range that fill no whole quarter of an hour. */
export async function sumEvents(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
  wanted: readonly WantedUsage[],
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select wanted.key, sum(events.quantity) as quantity,
      coalesce(sum(events.usage_cost), 0) as cost, count(*) as event_count
    from ${wantedRows(wanted)}
    join usage_events events on events.customer_id = ${customerId}
      and events.organization_id = ${organizationId} and events.agent_id = ${agentId}
      and events.signal_id = wanted.signal_id
      and events.usage_date >= wanted.range_start and events.usage_date < wanted.range_end
    group by wanted.key`.execute(db)
  return rows
}

/** The signals of the agent that the customer used in a range, its ends widened to whole buckets. */
export async function listUsedSignals(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
  { start, end }: UsageRange,
): Promise<string[]> {
  const { rows } = await sql<{ signalId: string }>`
    select distinct signal_id from usage_rollups
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and agent_id = ${agentId}
      and bucket > ${new Date(start)}::timestamptz - interval '15 minutes'
      and bucket < ${new Date(end)}::timestamptz`.execute(db)
  return rows.map(({ signalId }) => signalId)
}
