import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { monthAfter, type Range } from '../../../domain/time/range.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { listClosed } from './closed-times.ts'
import { type Cover, coverOf, type DateRange, hasWholeMonth } from './cover.ts'

/** Whose usage of which days is added up. */
export type UsageFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  signalId: string | undefined
  dates: DateRange
}

/** What rows tell apart: customers, which agent did which work, and days; months always. */
export type Needs = { customer?: boolean; work?: boolean; days?: boolean }

type Table = 'organization_days' | 'usage_days' | 'customer_days'

/**
 * The smallest table that adds up what is asked, always exactly what the events say: of one customer or
 * of all, and with or without agents and signals.
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

/** What is common to rows of days and of months; each has the place that it needs. */
const SUMS = 'event_count, quantity, cost, uncosted_event_count'
const PLACES = {
  organization_days: 'agent_id, signal_id',
  usage_days: 'customer_id, agent_id, signal_id, rejected_quantity',
  customer_days: 'customer_id',
} as const

/**
 * Reads the usage that a filter means: rows with a `day`, which where months are added up is the first
 * of the month.
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

/** The same in parts, which are as few rows as there can be at the moment of the transaction. */
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
  /** Which months may be read whole; undefined: all. */
  isUncut?: (month: Range<number>) => boolean
}

/** The months of a filter's days whose sums are closed, and the days that are left. */
export async function usageCover(
  tx: Tx,
  { organizationId, dates }: UsageFilter,
  { table, isUncut = () => true }: CoverAsked,
): Promise<Omit<Cover, 'days'>> {
  const closed = hasWholeMonth(dates)
    ? await listClosed(tx, organizationId, { table: MONTHS[table], dates })
    : []
  const months = closed.filter((month) => {
    const start = Date.parse(month)
    return isUncut({ start, end: monthAfter(start) })
  })
  return coverOf(dates, { months, days: [] })
}

/** Rows of months, of any of these tables. */
export function monthsMatch(filter: UsageFilter, months: readonly string[]): RawBuilder<unknown> {
  return sql`${scopeOf(filter)} and month = any(${months}::date[])`
}

/** Which days are meant, of any of these tables. */
export function daysMatch(filter: UsageFilter): RawBuilder<unknown> {
  const { startDate, endDate } = filter.dates
  return sql`${scopeOf(filter)} and day >= ${startDate}::date and day <= ${endDate}::date`
}

type Scope = Omit<UsageFilter, 'dates'>

/** Whose rows and of which work. */
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
