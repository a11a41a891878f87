import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import type { DateRange, Grouping } from './window.ts'

/** Whose usage of which days is added up. */
export type UsageFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  signalId: string | undefined
  dates: DateRange
}

export const DIMENSIONS = ['customer', 'signal', 'agent'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** `cost` is in USD and lacks that of the uncosted events. */
export type UsageSums = {
  eventCount: string
  quantity: Decimal
  cost: Decimal
  uncostedEvents: string
}

/** The columns of every table that adds up usage. */
export const SUMS = sql`coalesce(sum(event_count), 0)::bigint as event_count,
  coalesce(sum(quantity), 0) as quantity, coalesce(sum(cost), 0) as cost,
  coalesce(sum(uncosted_event_count), 0)::bigint as uncosted_events`

const COLUMNS = {
  customer: sql.ref('customer_id'),
  signal: sql.ref('signal_id'),
  agent: sql.ref('agent_id'),
} as const

/** What rows tell apart, besides days: customers, and which agent did which work. */
type Needs = { customer?: boolean; work?: boolean }

/**
 * The smallest table that adds up what is asked, always exactly what the events say: of one customer or
 * of all, and with or without agents and signals.
 */
function daysOf(filter: UsageFilter, needs: Needs = {}): RawBuilder<unknown> {
  const { customerId, agentId, signalId } = filter
  if (!needs.customer && customerId === undefined) return sql.table('organization_days')
  const isOfWork = needs.work || agentId !== undefined || signalId !== undefined
  return sql.table(isOfWork ? 'usage_days' : 'customer_days')
}

const needsOf = (dimension: Dimension): Needs =>
  dimension === 'customer' ? { customer: true } : { work: true }

/** Which days are meant, of any of these tables. */
export function daysMatch(filter: UsageFilter): RawBuilder<unknown> {
  const { organizationId, customerId, agentId, signalId, dates } = filter
  const conditions = [
    sql<SqlBool>`organization_id = ${organizationId}`,
    sql`day >= ${dates.startDate}::date`,
    sql`day <= ${dates.endDate}::date`,
  ]
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`signal_id = ${signalId}`)
  return sql.join(conditions, sql` and `)
}

/** The first day of the bucket that a day is in; a Monday for weeks. */
const BUCKET_OF: Record<Grouping, RawBuilder<unknown>> = {
  daily: sql`day`,
  weekly: sql`date_trunc('week', day::timestamp)::date`,
  monthly: sql`date_trunc('month', day::timestamp)::date`,
}

export async function sumUsage(db: Db, filter: UsageFilter): Promise<UsageSums> {
  const { rows } = await sql<UsageSums>`
    select ${SUMS} from ${daysOf(filter)} where ${daysMatch(filter)}`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('a sum is one row')
  return sums
}

/** Buckets without events are left out. */
export async function sumByBucket(
  db: Db,
  filter: UsageFilter,
  groupBy: Grouping,
): Promise<(UsageSums & { date: string })[]> {
  const { rows } = await sql<UsageSums & { date: string }>`
    select ${BUCKET_OF[groupBy]} as date, ${SUMS} from ${daysOf(filter)} where ${daysMatch(filter)}
    group by 1`.execute(db)
  return rows
}

export type SumsOf = UsageSums & { id: string }

/** The most events first; of those that have as many the lowest id. */
export async function sumByDimension(
  db: Db,
  filter: UsageFilter,
  { dimension, limit }: { dimension: Dimension; limit: number },
): Promise<SumsOf[]> {
  const { rows } = await sql<SumsOf>`
    select ${COLUMNS[dimension]} as id, ${SUMS} from ${daysOf(filter, needsOf(dimension))} where ${daysMatch(filter)}
    group by 1 order by sum(event_count) desc, 1 limit ${limit}`.execute(db)
  return rows
}

/** The same by bucket, of some ids alone. */
export async function sumByDimensionAndBucket(
  db: Db,
  filter: UsageFilter,
  { dimension, ids, groupBy }: { dimension: Dimension; ids: readonly string[]; groupBy: Grouping },
): Promise<(SumsOf & { date: string })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SumsOf & { date: string }>`
    select ${BUCKET_OF[groupBy]} as date, ${COLUMNS[dimension]} as id, ${SUMS}
    from ${daysOf(filter, needsOf(dimension))} where ${daysMatch(filter)} and ${COLUMNS[dimension]} = any(${ids}::uuid[])
    group by 1, 2`.execute(db)
  return rows
}

/** The agents and signals that something was used of. */
export async function listUsed(
  db: Db,
  filter: UsageFilter,
): Promise<{ agentId: string; signalId: string }[]> {
  const { rows } = await sql<{ agentId: string; signalId: string }>`
    select agent_id, signal_id from ${daysOf(filter, { work: true })} where ${daysMatch(filter)}
    group by agent_id, signal_id`.execute(db)
  return rows
}

export type UsedPlace = UsageSums & {
  /** Each null where it is not told apart. */
  customerId: string | null
  agentId: string | null
  signalId: string | null
  date: string | null
}

/** Everything by what is to be told apart. */
export async function listUsedPlaces(
  db: Db,
  filter: UsageFilter,
  apart: { customers: boolean; work: boolean; days: boolean },
): Promise<UsedPlace[]> {
  const none = sql`null::uuid`
  const { rows } = await sql<UsedPlace>`
    select ${apart.customers ? sql`customer_id` : none} as customer_id,
      ${apart.work ? sql`agent_id` : none} as agent_id,
      ${apart.work ? sql`signal_id` : none} as signal_id,
      ${apart.days ? sql`day` : sql`null::date`} as date, ${SUMS}
    from ${daysOf(filter, { customer: apart.customers, work: apart.work })}
    where ${daysMatch(filter)} group by 1, 2, 3, 4`.execute(db)
  return rows
}

export type ModelSums = {
  provider: string
  model: string
  serviceCount: string
  inputTokens: Decimal
  outputTokens: Decimal
  cacheReadTokens: Decimal
  cacheWriteTokens: Decimal
  quantity: Decimal
  cost: Decimal
}

/** By model, the most expensive first. What has no cost yet is counted, and costs nothing here. */
export async function sumByModel(db: Db, filter: UsageFilter): Promise<ModelSums[]> {
  const { customerId, agentId, signalId } = filter
  const isOfAll = customerId === undefined && agentId === undefined && signalId === undefined
  const used = isOfAll
    ? sql`organization_models where ${daysMatch(filter)}`
    : sql`model_rollups where ${bucketsMatch(filter)}`
  const { rows } = await sql<ModelSums>`
    select provider, model, sum(service_count)::bigint as service_count,
      sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
      sum(cache_read_tokens) as cache_read_tokens, sum(cache_write_tokens) as cache_write_tokens,
      sum(quantity) as quantity, sum(cost) as cost
    from ${used} group by provider, model order by sum(cost) desc, provider, model`.execute(db)
  return rows
}

function bucketsMatch(filter: UsageFilter): RawBuilder<unknown> {
  const { organizationId, customerId, agentId, signalId, dates } = filter
  const conditions = [
    sql<SqlBool>`organization_id = ${organizationId}`,
    sql`bucket >= ${dates.startDate}::timestamp at time zone 'UTC'`,
    sql`bucket < (${dates.endDate}::date + 1)::timestamp at time zone 'UTC'`,
  ]
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`signal_id = ${signalId}`)
  return sql.join(conditions, sql` and `)
}
