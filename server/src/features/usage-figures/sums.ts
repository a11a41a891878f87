import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import { type Needs, type UsageFilter, withUsage } from '../usage/closed-sums/usage-rows.ts'
import type { Grouping } from './window.ts'

export const DIMENSIONS = ['customer', 'signal', 'agent'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** `cost` is in USD and excludes uncosted events. */
export type UsageSums = {
  eventCount: string
  quantity: Decimal
  cost: Decimal
  uncostedEvents: string
}

/** The columns of every table that sums usage. */
export const SUMS = sql`coalesce(sum(event_count), 0)::bigint as event_count,
  coalesce(sum(quantity), 0) as quantity, coalesce(sum(cost), 0) as cost,
  coalesce(sum(uncosted_event_count), 0)::bigint as uncosted_events`

const COLUMNS = {
  customer: sql.ref('customer_id'),
  signal: sql.ref('signal_id'),
  agent: sql.ref('agent_id'),
} as const

const needsOf = (dimension: Dimension): Needs =>
  dimension === 'customer' ? { customer: true } : { work: true }

/** First day of the bucket that contains a day; weeks start on Monday. */
const BUCKET_OF: Record<Grouping, RawBuilder<unknown>> = {
  daily: sql`day`,
  weekly: sql`date_trunc('week', day::timestamp)::date`,
  monthly: sql`date_trunc('month', day::timestamp)::date`,
}

export async function sumUsage(db: Db, filter: UsageFilter): Promise<UsageSums> {
  const { rows } = await withUsage(db, filter, {}, (tx, used) =>
    sql<UsageSums>`select ${SUMS} from ${used}`.execute(tx),
  )
  const [sums] = rows
  if (!sums) throw new Error('a sum returned no row')
  return sums
}

/** Sums usage by bucket; omits buckets without events. */
export async function sumByBucket(
  db: Db,
  filter: UsageFilter,
  groupBy: Grouping,
): Promise<(UsageSums & { date: string })[]> {
  const { rows } = await withUsage(db, filter, { days: groupBy !== 'monthly' }, (tx, used) =>
    sql<UsageSums & { date: string }>`
      select ${BUCKET_OF[groupBy]} as date, ${SUMS} from ${used} group by 1`.execute(tx),
  )
  return rows
}

export type SumsOf = UsageSums & { id: string }

/** Sums usage by dimension, most events first, then lowest id. */
export async function sumByDimension(
  db: Db,
  filter: UsageFilter,
  { dimension, limit }: { dimension: Dimension; limit: number },
): Promise<SumsOf[]> {
  const { rows } = await withUsage(db, filter, needsOf(dimension), (tx, used) =>
    sql<SumsOf>`
      select ${COLUMNS[dimension]} as id, ${SUMS} from ${used}
      group by 1 order by sum(event_count) desc, 1 limit ${limit}`.execute(tx),
  )
  return rows
}

/** Total, and sums by agent and by signal: most events first, then lowest id. */
export type WorkSums = { all: UsageSums; byAgent: SumsOf[]; bySignal: SumsOf[] }

/** Returns total usage and usage by agent and signal from one scan. */
export async function sumWork(db: Db, filter: UsageFilter): Promise<WorkSums> {
  type Row = UsageSums & { agentId: string | null; signalId: string | null }
  const { rows } = await withUsage(db, filter, { work: true }, (tx, used) =>
    sql<Row>`
      select agent_id, signal_id, ${SUMS} from ${used} group by grouping sets ((), (1), (2))
      order by sum(event_count) desc, 1, 2`.execute(tx),
  )
  const all = rows.find(({ agentId, signalId }) => agentId === null && signalId === null)
  if (!all) throw new Error('a sum returned no row')
  const by = (column: 'agentId' | 'signalId') =>
    rows.flatMap((row) => (row[column] === null ? [] : [{ ...row, id: row[column] }]))
  return { all, byAgent: by('agentId'), bySignal: by('signalId') }
}

/** Like `sumByDimension`, by bucket and for the given ids only. */
export async function sumByDimensionAndBucket(
  db: Db,
  filter: UsageFilter,
  { dimension, ids, groupBy }: { dimension: Dimension; ids: readonly string[]; groupBy: Grouping },
): Promise<(SumsOf & { date: string })[]> {
  if (ids.length === 0) return []
  const needs = { ...needsOf(dimension), days: groupBy !== 'monthly' }
  const { rows } = await withUsage(db, filter, needs, (tx, used) =>
    sql<SumsOf & { date: string }>`
      select ${BUCKET_OF[groupBy]} as date, ${COLUMNS[dimension]} as id, ${SUMS} from ${used}
      where ${COLUMNS[dimension]} = any(${ids}::uuid[]) group by 1, 2`.execute(tx),
  )
  return rows
}

/** Lists the agents and signals with usage. */
export async function listUsed(
  db: Db,
  filter: UsageFilter,
): Promise<{ agentId: string; signalId: string }[]> {
  const { rows } = await withUsage(db, filter, { work: true }, (tx, used) =>
    sql<{ agentId: string; signalId: string }>`
      select agent_id, signal_id from ${used} group by agent_id, signal_id`.execute(tx),
  )
  return rows
}
