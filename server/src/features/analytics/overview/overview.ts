import { type Decimal, decimal, sum, ZERO } from '../../../domain/money.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { figure, percentOf } from '../figures.ts'
import { findCurrency } from '../names-queries.ts'
import { marginOf, SEVERAL_CURRENCIES } from '../revenue/totals.ts'
import { sumByBucket, sumUsage, type UsageSums } from '../sums-queries.ts'
import { bucketsOf, dateRangeOf, parseWindow, rangesOf, type Window, windowOf } from '../window.ts'
import { type EarnedByRange, loadEarnedByRange } from './earned-by-range.ts'
import type { Overview, OverviewFigures, OverviewQuery } from './schemas.ts'

const DAY_MS = 24 * 60 * 60_000
const RUN_RATE_DAYS = 30
const HUNDRED = decimal('100')
const [YEAR, RUN_RATE_YEAR] = [decimal('365'), decimal('360')]

type Asked = { organizationId: string; query: OverviewQuery }

/**
 * What was earned and what it cost, beside the window before, and by time. All of it is read at one moment,
 * so that the buckets add up to the figures.
 */
export async function overviewOf(
  db: Db,
  { organizationId, query }: Asked,
  now: Date,
): Promise<Overview> {
  const window = parseWindow(query, now)
  const { groupBy = 'daily' } = query
  const dates = bucketsOf(window, groupBy)
  const buckets = rangesOf(dates, window)
  const before = windowBefore(window)
  const usageOf = (of: Window): UsageFilter => ({
    organizationId,
    customerId: undefined,
    agentId: undefined,
    signalId: undefined,
    dates: dateRangeOf(of),
  })
  const read = await atOneMoment(db, async (tx) => ({
    earned: await loadEarnedByRange(tx, organizationId, [
      ...buckets,
      before,
      runRateWindow(window),
      runRateWindow(before),
    ]),
    cost: await sumUsage(tx, usageOf(window)),
    costBefore: await sumUsage(tx, usageOf(before)),
    costs: await sumByBucket(tx, usageOf(window), groupBy),
    fallback: await findCurrency(tx, organizationId),
  }))
  const currencies = [...new Set(read.earned.map(({ subscription }) => subscription.currency))]
  const currency = currencies.length > 1 ? null : (currencies[0] ?? read.fallback)
  const sums = sumsOf(read.earned, buckets.length)
  const current = figuresOf(sums.window, sums.mrr, { currency, cost: read.cost })
  const previous = figuresOf(sums.before, sums.mrrBefore, { currency, cost: read.costBefore })
  return {
    currency,
    current,
    before: previous,
    change: {
      revenuePercent: currency === null ? null : changeOf(sums.window, sums.before),
      costPercent: changeOf(read.cost.cost, read.costBefore.cost),
      marginPoints: pointsOf(current, previous, {
        now: shareOf(sums.window, read.cost.cost),
        before: shareOf(sums.before, read.costBefore.cost),
      }),
      mrrPercent: currency === null ? null : changeOf(sums.mrr, sums.mrrBefore),
    },
    buckets: bucketsBody(dates, { sums: sums.buckets, costs: read.costs, currency }),
    groupBy,
    dateRange: dateRangeOf(window),
    dateRangeBefore: dateRangeOf(before),
  }
}

/** As many days, until the window begins. */
function windowBefore({ start, end }: Window): Window {
  return windowOf({ start: start - (end - start), end: start })
}

const runRateWindow = ({ end }: Window) => ({ start: end - RUN_RATE_DAYS * DAY_MS, end })

/** `count` buckets come first, then the window before, then what the two run rates follow from. */
function sumsOf(all: readonly EarnedByRange[], count: number) {
  const at = (index: number, kind: 'all' | 'recurring') =>
    sum(all.map(({ earned }) => earned[index]?.[kind] ?? ZERO))
  const buckets = Array.from({ length: count }, (_, index) => at(index, 'all'))
  const perMonth = (amount: Decimal) => amount.times(YEAR).div(RUN_RATE_YEAR)
  return {
    buckets,
    window: sum(buckets),
    before: at(count, 'all'),
    mrr: perMonth(at(count + 1, 'recurring')),
    mrrBefore: perMonth(at(count + 2, 'recurring')),
  }
}

type Money = { currency: string | null; cost: UsageSums }

function figuresOf(revenue: Decimal, mrr: Decimal, { currency, cost }: Money): OverviewFigures {
  const margin =
    currency === null
      ? { margin: null, marginPercent: null, marginNote: SEVERAL_CURRENCIES }
      : marginOf(revenue, currency, cost.cost)
  return {
    revenue: currency === null ? null : figure(revenue),
    cost: figure(cost.cost),
    ...margin,
    mrr: currency === null ? null : figure(mrr),
    eventCount: Number(cost.eventCount),
    uncostedEvents: Number(cost.uncostedEvents),
  }
}

/** In percent of what it was; null where it was nothing. */
function changeOf(now: Decimal, before: Decimal): number | null {
  return percentOf(now.minus(before), before)
}

type Shown = Pick<OverviewFigures, 'marginPercent'>
type Shares = { now: Decimal | null; before: Decimal | null }

/** Exact, and only where both margins are shown. */
function pointsOf(current: Shown, previous: Shown, { now, before }: Shares): number | null {
  if (current.marginPercent === null || previous.marginPercent === null) return null
  return now === null || before === null ? null : figure(now.minus(before))
}

function shareOf(revenue: Decimal, cost: Decimal): Decimal | null {
  return revenue.eq(ZERO) ? null : revenue.minus(cost).times(HUNDRED).div(revenue)
}

type ByTime = {
  sums: readonly Decimal[]
  costs: readonly (UsageSums & { date: string })[]
  currency: string | null
}

function bucketsBody(dates: readonly string[], { sums, costs, currency }: ByTime) {
  const byDate = new Map(costs.map((cost) => [cost.date, cost]))
  return dates.map((date, index) => {
    const cost = byDate.get(date)
    return {
      date,
      revenue: currency === null ? null : figure(sums[index] ?? ZERO),
      cost: figure(cost?.cost ?? ZERO),
      eventCount: Number(cost?.eventCount ?? 0),
      uncostedEvents: Number(cost?.uncostedEvents ?? 0),
    }
  })
}
