import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { monthAfter, type Range } from '../../../domain/time/range.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { listClosed } from './closed-times.ts'
import { type Cover, coverOf, type DateRange, hasWholeMonth } from './cover.ts'

/** Selects the usage to add up, by organization, customer, agent, signal and dates. */
export type UsageFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  signalId: string | undefined
  dates: DateRange
}

/** The dimensions by which rows are split; months are always split. */
export type Needs = { customer?: boolean; work?: boolean; days?: boolean }

type Table = 'organization_days' | 'usage_days' | 'customer_days'

/**
 * Returns the smallest table that has the required dimensions; its sums always equal those of the
 * events.
 */
function tableOf({ customerId, agentId, signalId }: UsageFilter, needs: Needs): Table {
  if (!needs.customer && customerId === undefined) return 'organization_days'
  const isOfWork = needs.work || agentId !== undefined || signalId !== undefined
  return isOfWork ? 'usage_days' : 'customer_days'
}

const MONTHS = {
  organization_days: 'organization_months',
  usage_days: 'usage_months',
  customer_days: 'customer_months',
} as const

/** Columns common to rows of days and months; each table adds its own key columns. */
const SUMS = 'event_count, quantity, cost, uncosted_event_count'
const PLACES = {
  organization_days: 'agent_id, signal_id',
  usage_days: 'customer_id, agent_id, signal_id, rejected_quantity',
  customer_days: 'customer_id',
} as const

/**
 * Reads the usage that matches a filter. Each row has a `day`; in monthly sums, it is the first of
 * the month.
 */
export async function withUsage<T>(
  db: Db,
  filter: UsageFilter,
  needs: Needs,
  read: (db: Db, used: RawBuilder<unknown>) => Promise<T>,
): Promise<T> {
  const table = tableOf(filter, needs)
  if (needs.days || !hasWholeMonth(filter.dates)) {
    return read(db, sql`(select * from ${sql.table(table)} where ${daysMatch(filter)}) used`)
  }
  return atOneMoment(db, async (tx) => {
    const parts = await usageParts(tx, filter, table)
    return read(tx, sql`(${sql.join(parts, sql` union all `)}) used`)
  })
}

/** Returns the matching usage as the fewest possible parts, in the snapshot of the transaction. */
export async function usageParts(
  tx: Tx,
  filter: UsageFilter,
  table: keyof typeof MONTHS,
): Promise<RawBuilder<unknown>[]> {
  const { months, rest } = await usageCover(tx, filter, { table })
  const columns = sql.raw(`${PLACES[table]}, ${SUMS}`)
  const parts = rest.map((range) => {
    const own = daysMatch({ ...filter, dates: range })
    return sql`select day, ${columns} from ${sql.table(table)} where ${own}`
  })
  if (months.length > 0) {
    parts.push(sql`select month as day, ${columns} from ${sql.table(MONTHS[table])}
      where ${monthsMatch(filter, months)}`)
  }
  return parts
}

type CoverAsked = {
  table: keyof typeof MONTHS
  /** Selects months that may be read as a whole; undefined means all. */
  isUncut?: (month: Range<number>) => boolean
}

/** Returns the closed months of a filter's dates, and the remaining dates. */
export async function usageCover(
  tx: Tx,
  { organizationId, dates }: UsageFilter,
  { table, isUncut = () => true }: CoverAsked,
): Promise<Pick<Cover, 'months' | 'rest'>> {
  const closed = hasWholeMonth(dates)
    ? await listClosed(tx, organizationId, { table: MONTHS[table], dates })
    : []
  const months = closed.filter((month) => {
    const start = Date.parse(month)
    return isUncut({ start, end: monthAfter(start) })
  })
  return coverOf(dates, { months, days: [] })
}

/** Builds the condition for rows of any of the monthly tables. */
export function monthsMatch(filter: UsageFilter, months: readonly string[]): RawBuilder<unknown> {
  return sql`${scopeOf(filter)} and month = any(${months}::date[])`
}

/** Builds the condition for rows of any of the daily tables. */
export function daysMatch(filter: UsageFilter): RawBuilder<unknown> {
  const { startDate, endDate } = filter.dates
  return sql`${scopeOf(filter)} and day >= ${startDate}::date and day <= ${endDate}::date`
}

type Scope = Omit<UsageFilter, 'dates'>

/** Builds the condition for the organization, customer, agent and signal. */
export function scopeOf({
  organizationId,
  customerId,
  agentId,
  signalId,
}: Scope): RawBuilder<unknown> {
  const conditions = [sql<SqlBool>`organization_id = ${organizationId}`]
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`signal_id = ${signalId}`)
  return sql.join(conditions, sql` and `)
}
