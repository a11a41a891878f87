import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import { type AskedColumn, answersTo, askedRows } from '../../platform/batching/asked-rows.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import { billable } from '../usage/billable.ts'
import type { UsageRange } from './attribution.ts'

/** The customer and agent whose usage is billed. */
export type UsageOfAgent = { organizationId: string; customerId: string; agentId: string }

/** A range of one signal's usage, to be summed under a key. */
export type WantedUsage = UsageRange & { key: string; signalId: string }

export type UsageSum = { key: string; quantity: Decimal; cost: Decimal; eventCount: string }

/** The ranges to be summed for one customer and agent. */
export type WantedOfAgent = UsageOfAgent & { wanted: readonly WantedUsage[] }

const customersOf = (keys: readonly UsageOfAgent[]) =>
  sql`any(${[...new Set(keys.map(({ customerId }) => customerId))]}::uuid[])`

/** Flattens the wanted ranges of all owners into rows with their keys. */
const wantedRows = (all: readonly WantedOfAgent[]) =>
  askedRows(
    all.flatMap(({ wanted, ...agent }, owner) =>
      wanted.map((one) => ({ owner, ...agent, ...one })),
    ),
    {
      owner: ['integer', ({ owner }) => owner],
      customerId: ['uuid', ({ customerId }) => customerId],
      organizationId: ['uuid', ({ organizationId }) => organizationId],
      agentId: ['uuid', ({ agentId }) => agentId],
      key: ['text', ({ key }) => key],
      signalId: ['uuid', ({ signalId }) => signalId],
      rangeStart: ['timestamptz', ({ start }) => new Date(start)],
      rangeEnd: ['timestamptz', ({ end }) => new Date(end)],
    },
  )

/** Groups sums by owner. An owner is its index in `all`. */
const sumsByOwner = (
  all: readonly WantedOfAgent[],
  rows: readonly (UsageSum & { owner: number })[],
) => {
  const sums = all.map((): UsageSum[] => [])
  for (const { owner, ...sum } of rows) sums[owner]?.push(sum)
  return sums
}

/** Sums whole UTC days from the rollups of days. */
export const sumDays = batched(
  async (db: Db, all: readonly WantedOfAgent[]): Promise<UsageSum[][]> => {
    const { rows } = await sql<UsageSum & { owner: number }>`
      select asked.owner, asked.key, sum(${billable('rollups')}) as quantity, sum(rollups.cost) as cost,
        sum(rollups.event_count)::bigint as event_count
      from ${wantedRows(all)}
      join usage_days rollups on rollups.customer_id = asked.customer_id
        and rollups.organization_id = asked.organization_id
        and rollups.agent_id = asked.agent_id and rollups.signal_id = asked.signal_id
        and rollups.day >= (asked.range_start at time zone 'UTC')::date
        and rollups.day < (asked.range_end at time zone 'UTC')::date
      where rollups.customer_id = ${customersOf(all)}
      group by asked.owner, asked.key`.execute(db)
    return sumsByOwner(all, rows)
  },
)

/** Sums whole quarter-hour buckets from the rollups. */
export const sumBuckets = batched(
  async (db: Db, all: readonly WantedOfAgent[]): Promise<UsageSum[][]> => {
    const { rows } = await sql<UsageSum & { owner: number }>`
      select asked.owner, asked.key, sum(${billable('rollups')}) as quantity, sum(rollups.cost) as cost,
        sum(rollups.event_count)::bigint as event_count
      from ${wantedRows(all)}
      join usage_rollups rollups on rollups.customer_id = asked.customer_id
        and rollups.organization_id = asked.organization_id
        and rollups.agent_id = asked.agent_id and rollups.signal_id = asked.signal_id
        and rollups.bucket >= asked.range_start and rollups.bucket < asked.range_end
      where rollups.customer_id = ${customersOf(all)}
      group by asked.owner, asked.key`.execute(db)
    return sumsByOwner(all, rows)
  },
)

/** Sums single events, at the ends of a range that fill no whole quarter of an hour. */
export const sumEvents = batched(
  async (db: Db, all: readonly WantedOfAgent[]): Promise<UsageSum[][]> => {
    const { rows } = await sql<UsageSum & { owner: number }>`
      select asked.owner, asked.key, sum(${billable('events')}) as quantity,
        coalesce(sum(events.usage_cost), 0) as cost, count(*) as event_count
      from ${wantedRows(all)}
      join usage_events events on events.customer_id = asked.customer_id
        and events.organization_id = asked.organization_id
        and events.agent_id = asked.agent_id and events.signal_id = asked.signal_id
        and events.usage_date >= asked.range_start and events.usage_date < asked.range_end
      where events.customer_id = ${customersOf(all)}
      group by asked.owner, asked.key`.execute(db)
    return sumsByOwner(all, rows)
  },
)

/** A customer, an agent and a time range. */
export type AgentInTime = UsageOfAgent & UsageRange

export const IN_TIME: Record<string, AskedColumn<AgentInTime>> = {
  customerId: ['uuid', ({ customerId }) => customerId],
  organizationId: ['uuid', ({ organizationId }) => organizationId],
  agentId: ['uuid', ({ agentId }) => agentId],
  rangeStart: ['timestamptz', ({ start }) => new Date(start)],
  rangeEnd: ['timestamptz', ({ end }) => new Date(end)],
}

/** Lists the agent's signals that the customer used in a range, widened to whole UTC days. */
export const listUsedSignals = batched(
  async (db: Db, all: readonly AgentInTime[]): Promise<string[][]> => {
    const { rows } = await sql<{ nth: string; signalId: string }>`
      select distinct asked.nth, rollups.signal_id
      from ${askedRows(all, IN_TIME)}
      join usage_days rollups on rollups.customer_id = asked.customer_id
        and rollups.organization_id = asked.organization_id and rollups.agent_id = asked.agent_id
        and rollups.day >= (asked.range_start at time zone 'UTC')::date
        and rollups.day <= (asked.range_end at time zone 'UTC')::date
      where rollups.customer_id = ${customersOf(all)}`.execute(db)
    return answersTo(all, rows).map((used) => used.map(({ signalId }) => signalId))
  },
)
