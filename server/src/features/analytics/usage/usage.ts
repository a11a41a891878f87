import { decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { addUp } from '../../usage-figures/add-sums.ts'
import { average, figure, percentOf } from '../../usage-figures/figures.ts'
import type { Dimension, UsageSums } from '../../usage-figures/sums.ts'
import * as queries from '../../usage-figures/sums.ts'
import { bucketsOf, dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { listFirstCustomers, listNames, type Names } from '../names-queries.ts'
import { restOf } from '../rest.ts'
import {
  TOP_DEFAULT,
  type UsageAnalytics,
  type UsageAnalyticsQuery,
  type UsageBreakdown,
  type UsageBucket,
  type UsageSummary,
  type UsageTimeBucket,
} from './schemas.ts'

type Asked = { organizationId: string; query: UsageAnalyticsQuery }

/** Maximum number of rows in a breakdown by time. */
const TIMELINE_MAX = 100_000
const CUSTOMERS_NAMED = 1_000

/** Returns the usage of a window and its cost. */
export async function usageAnalytics(
  db: Db,
  { organizationId, query }: Asked,
  now: Date,
): Promise<UsageAnalytics> {
  const { customerId, agentId, signalId, groupBy = 'daily', breakdownBy } = query
  const window = parseWindow(query, now)
  const filter = { organizationId, customerId, agentId, signalId, dates: dateRangeOf(window) }
  const buckets = bucketsOf(window, groupBy)
  const isByCustomer = breakdownBy === 'customer' && customerId === undefined
  const read = (at: Db) =>
    Promise.all([
      breakdownBy && breakdownOf(at, filter, { dimension: breakdownBy, query, buckets }),
      queries.sumByBucket(at, filter, groupBy),
      workNames(at, filter),
      isByCustomer ? undefined : customerNames(at, filter),
    ])
  // One snapshot for both: the rest is the total minus the listed parts.
  const [breakdown, rows, names, customers = breakdown?.names ?? new Map()] = await (breakdownBy
    ? atOneMoment(db, read)
    : read(db))
  const summary = summaryOf(addUp(rows))
  const timeSeriesData = withPercents(timeSeries(buckets, rows), rows)
  const listed = breakdown && withNames(breakdown)
  return {
    summary,
    timeSeriesData,
    metadata: { customers: Object.fromEntries(customers), ...names },
    ...(listed && {
      dimensionBreakdown: { ...listed, rest: restByBucket(timeSeriesData, listed.timeline) },
    }),
    rest: {
      timeSeriesData: restOf(
        ['eventCount', ...AMOUNTS],
        { ...summary, eventCount: summary.totalEvents },
        timeSeriesData,
      ),
      ...(listed && {
        breakdownSummary: restOf(['totalEvents', ...AMOUNTS], summary, listed.summary),
      }),
    },
    dateRange: dateRangeOf(window),
    filters: filtersIn(query),
  }
}

export function timeSeries(
  buckets: readonly string[],
  rows: readonly (UsageSums & { date: string })[],
): UsageBucket[] {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  return buckets.map((date) => ({ date, ...bucketOf(byDate.get(date)) }))
}

/** Adds the share of each bucket in the window. */
function withPercents(
  buckets: readonly UsageBucket[],
  rows: readonly (UsageSums & { date: string })[],
): UsageTimeBucket[] {
  const all = addUp(rows)
  const byDate = new Map(rows.map((row) => [row.date, row]))
  const events = decimalFromInteger(Number(all?.eventCount ?? 0))
  return buckets.map((bucket) => ({
    ...bucket,
    eventPercent: percentOf(decimalFromInteger(bucket.eventCount), events),
    quantityPercent: percentOf(byDate.get(bucket.date)?.quantity ?? ZERO, all?.quantity ?? ZERO),
  }))
}

const AMOUNTS = ['totalQuantity', 'totalCost', 'uncostedEvents'] as const
const NOTHING = { eventCount: 0, totalQuantity: 0, totalCost: 0, uncostedEvents: 0 }

function bucketOf(sums: UsageSums | undefined): Omit<UsageBucket, 'date'> {
  if (!sums) return NOTHING
  return {
    eventCount: Number(sums.eventCount),
    totalQuantity: figure(sums.quantity),
    totalCost: figure(sums.cost),
    uncostedEvents: Number(sums.uncostedEvents),
  }
}

export function summaryOf(sums: UsageSums | undefined): UsageSummary {
  const { eventCount: totalEvents, ...rest } = bucketOf(sums)
  const costed = totalEvents - rest.uncostedEvents
  return { totalEvents, ...rest, avgCostPerEvent: sums ? average(sums.cost, costed) : 0 }
}

type Breakdown = {
  dimension: Dimension
  ids: string[]
  names: Names
  summary: ReadonlyMap<string, UsageSummary>
  timeline: ReadonlyMap<string, UsageBucket[]>
  hasMore: boolean
}

/** Returns the usage of each bucket minus the listed parts. */
function restByBucket(
  all: readonly UsageBucket[],
  timeline: UsageBreakdown['timeline'],
): UsageBucket[] {
  const listed = Map.groupBy(timeline, ({ date }) => date)
  return all.map((bucket) => ({
    date: bucket.date,
    ...restOf(['eventCount', ...AMOUNTS], bucket, listed.get(bucket.date) ?? []),
  }))
}

async function breakdownOf(
  db: Db,
  filter: UsageFilter,
  {
    dimension,
    query,
    buckets,
  }: { dimension: Dimension; query: UsageAnalyticsQuery; buckets: readonly string[] },
): Promise<Breakdown> {
  const { top = TOP_DEFAULT, groupBy = 'daily' } = query
  if (top * buckets.length > TIMELINE_MAX) {
    throw new AppError('invalid', [
      `top ${top} times ${buckets.length} buckets is more than ${TIMELINE_MAX} rows; lower it or group by a longer time`,
    ])
  }
  const found = await queries.sumByDimension(db, filter, { dimension, limit: top + 1 })
  const listed = found.slice(0, top)
  const ids = listed.map(({ id }) => id)
  const { organizationId } = filter
  const [rows, names] = await Promise.all([
    queries.sumByDimensionAndBucket(db, filter, { dimension, ids, groupBy }),
    listNames(db, TABLES[dimension], { organizationId, ids }),
  ])
  const byId = Map.groupBy(rows, ({ id }) => id)
  return {
    dimension,
    ids,
    names,
    summary: new Map(listed.map((sums) => [sums.id, summaryOf(sums)])),
    timeline: new Map(ids.map((id) => [id, timeSeries(buckets, byId.get(id) ?? [])])),
    hasMore: found.length > top,
  }
}

/** Returns the filtered customer's name, or those of the first thousand customers. */
function customerNames(db: Db, { organizationId, customerId }: UsageFilter): Promise<Names> {
  return customerId
    ? listNames(db, 'customers', { organizationId, ids: [customerId] })
    : listFirstCustomers(db, organizationId, CUSTOMERS_NAMED)
}

async function workNames(
  db: Db,
  filter: UsageFilter,
): Promise<Pick<UsageAnalytics['metadata'], 'agents' | 'signals' | 'signalAgents'>> {
  const used = await queries.listUsed(db, filter)
  const named = (table: 'agents' | 'signals', ids: readonly string[]) =>
    listNames(db, table, { organizationId: filter.organizationId, ids: [...new Set(ids)] })
  const [agents, signals] = await Promise.all([
    named(
      'agents',
      used.map((one) => one.agentId),
    ),
    named(
      'signals',
      used.map((one) => one.signalId),
    ),
  ])
  return {
    agents: Object.fromEntries(agents),
    signals: Object.fromEntries(signals),
    signalAgents: Object.fromEntries(used.map(({ signalId, agentId }) => [signalId, agentId])),
  }
}

const TABLES = { customer: 'customers', agent: 'agents', signal: 'signals' } as const

function withNames({
  dimension,
  ids,
  names,
  summary,
  timeline,
  hasMore,
}: Breakdown): Omit<UsageBreakdown, 'rest'> {
  const tagOf = (id: string) => ({ dimensionId: id, dimensionName: names.get(id) ?? id })
  return {
    dimensionType: dimension,
    summary: ids.flatMap((id) => {
      const totals = summary.get(id)
      return totals ? [{ ...tagOf(id), ...totals }] : []
    }),
    timeline: ids.flatMap((id) =>
      (timeline.get(id) ?? []).map((bucket) => ({ ...tagOf(id), ...bucket })),
    ),
    hasMore,
  }
}
