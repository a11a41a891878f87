import { type Decimal, decimal, sum, ZERO } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { figure, percentOf } from '../../usage-figures/figures.ts'
import {
  bucketsOf,
  dateRangeOf,
  type Grouping,
  parseWindow,
  rangesOf,
  type Window,
  windowBefore,
} from '../../usage-figures/window.ts'
import { findCurrency } from '../names-queries.ts'
import { restOf } from '../rest.ts'
import { type MarginBody, marginOf, SEVERAL_CURRENCIES } from '../revenue/totals.ts'
import { type DaySums, sumByDay } from './day-sums-queries.ts'
import { type EarnedByRange, earnedByRange, type Work, workByRange } from './ranges.ts'
import type { Overview, OverviewChange, OverviewFigures, OverviewQuery } from './schemas.ts'

const DAY_MS = 24 * 60 * 60_000
const ANOTHER_CURRENCY =
  'The earned amount is in a different currency from that of the window, so they cannot be compared.'
const RUN_RATE_DAYS = 30
const HUNDRED = decimal('100')
const [YEAR, RUN_RATE_YEAR] = [decimal('365'), decimal('360')]

/** The part of an overview that is read by day. */
type FiguresByTime = Omit<Overview, 'sentences' | 'customers' | 'models' | 'rest' | 'asOf'> & {
  rest: Pick<Overview['rest'], 'buckets'>
}

/** The days that an overview covers. */
type OverviewTimes = {
  window: Window
  before: Window
  /** The buckets, the window before, and the times of the two run rates. */
  ranges: readonly Range<number>[]
  /** From the first to the last of these ranges. */
  span: Range<number>
  dates: readonly string[]
  groupBy: Grouping
}

/** Returns the days that a query is about. */
export function overviewTimes({ groupBy = 'daily', ...days }: OverviewQuery, now: Date) {
  const window = parseWindow(days, now)
  const dates = bucketsOf(window, groupBy)
  const before = windowBefore(window)
  const runRates = [runRateWindow(window), runRateWindow(before)]
  const ranges = [...rangesOf(dates, window), before, ...runRates]
  const span = {
    start: Math.min(...ranges.map(({ start }) => start)),
    end: Math.max(...ranges.map(({ end }) => end)),
  }
  return { window, before, ranges, span, dates, groupBy }
}

const runRateWindow = ({ end }: Window) => ({ start: end - RUN_RATE_DAYS * DAY_MS, end })

type Asked = { times: OverviewTimes; horizon: number }

/** Reads revenue, cost, margin and MRR of a window, of the window before, and by time. */
export async function readFigures(
  tx: Tx,
  organizationId: string,
  { times, horizon }: Asked,
): Promise<FiguresByTime> {
  const { span: window, ranges } = times
  const cuts = ranges.flatMap(({ start, end }) => [start, end])
  const [days, fallback] = await Promise.all([
    sumByDay(tx, organizationId, { window, horizon, cuts }),
    findCurrency(tx, organizationId),
  ])
  return figuresFrom(days, times, fallback)
}

/** `fallback` is the currency without revenue. */
function figuresFrom(
  days: readonly DaySums[],
  { window, before, ranges, dates, groupBy }: OverviewTimes,
  fallback: string,
): FiguresByTime {
  const earned = earnedByRange(days, ranges)
  const workIn = workByRange(days)
  const works = ranges.slice(0, dates.length).map(workIn)
  const [cost, costBefore] = [workIn(window), workIn(before)]
  const sums = byCurrencyOf(earned, dates.length)
  const inWindow = sums.map(inTheWindow)
  const inBefore = sums.map(inTheWindowBefore)
  const currency = currencyOf(inWindow, currencyOf(inBefore, fallback) ?? fallback)
  const isComparable = currencyOf(inBefore, currency) === currency
  const current = { amounts: inWindow, currency, cost }
  const figures = figuresOf(current)
  const byTime = bucketsBody(dates, {
    sums: sums.find((one) => one.currency === currency)?.buckets ?? [],
    works,
    currency,
  })
  const previous = {
    amounts: inBefore,
    currency: isComparable ? currency : null,
    cost: costBefore,
  }
  return {
    currency,
    current: figures,
    before: figuresOf(previous),
    change: changesOf(current, previous),
    buckets: byTime,
    rest: { buckets: restOfBuckets(figures, byTime) },
    groupBy,
    dateRange: dateRangeOf(window),
    dateRangeBefore: dateRangeOf(before),
  }
}

type BucketEarned = { all: Decimal; oneDayFees: Decimal }
const NOTHING_EARNED = { all: ZERO, recurring: ZERO, oneDayFees: ZERO }

/** What was earned in one currency, by time. */
type EarnedIn = {
  currency: string
  buckets: readonly BucketEarned[]
  before: Decimal
  mrr: Decimal
  mrrBefore: Decimal
}

/** `count` buckets come first, then the window before, then what the two run rates follow from. */
function byCurrencyOf(all: readonly EarnedByRange[], count: number): EarnedIn[] {
  const perMonth = (amount: Decimal) => amount.times(YEAR).div(RUN_RATE_YEAR)
  const sums = all.map(({ currency, earned }): EarnedIn => {
    const at = (index: number) => earned[index] ?? NOTHING_EARNED
    return {
      currency,
      buckets: Array.from({ length: count }, (_, index) => at(index)),
      before: at(count).all,
      mrr: perMonth(at(count + 1).recurring),
      mrrBefore: perMonth(at(count + 2).recurring),
    }
  })
  return sums.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

type Amounts = { currency: string; revenue: Decimal; mrr: Decimal }

const inTheWindow = ({ currency, buckets, mrr }: EarnedIn): Amounts => {
  return { currency, revenue: sum(buckets.map(({ all }) => all)), mrr }
}

const inTheWindowBefore = ({ currency, before, mrrBefore }: EarnedIn): Amounts => {
  return { currency, revenue: before, mrr: mrrBefore }
}

const isSome = ({ revenue, mrr }: Amounts) => !revenue.eq(ZERO) || !mrr.eq(ZERO)

/** The one currency in which something was earned, null of several; `fallback` where nothing was. */
function currencyOf<Fallback>(amounts: readonly Amounts[], fallback: Fallback) {
  const [only, ...more] = amounts.filter(isSome)
  if (more.length > 0) return null
  return only?.currency ?? fallback
}

/** What was earned in some time by currency, the one that is shown, and the cost. */
type Figures = { amounts: readonly Amounts[]; currency: string | null; cost: Work }

function shownIn({ amounts, currency }: Figures) {
  return amounts.find((one) => one.currency === currency) ?? { revenue: ZERO, mrr: ZERO }
}

function figuresOf(figures: Figures): OverviewFigures {
  const { amounts, currency, cost } = figures
  const { revenue, mrr } = shownIn(figures)
  return {
    revenue: currency === null ? null : figure(revenue),
    cost: figure(cost.cost),
    ...(currency === null ? noMargin(amounts) : marginOf(revenue, currency, cost.cost)),
    mrr: currency === null ? null : figure(mrr),
    byCurrency: amounts.filter(isSome).map((one) => {
      return { currency: one.currency, revenue: figure(one.revenue), mrr: figure(one.mrr) }
    }),
    eventCount: cost.eventCount,
    uncostedEvents: cost.uncostedEvents,
    unpriced: cost.unpriced,
  }
}

function noMargin(amounts: readonly Amounts[]): MarginBody {
  const isOne = amounts.filter(isSome).length === 1
  const marginNote = isOne ? ANOTHER_CURRENCY : SEVERAL_CURRENCIES
  return { margin: null, marginPercent: null, marginNote }
}

function changesOf(current: Figures, before: Figures): OverviewChange {
  const isOne = current.currency !== null && current.currency === before.currency
  const [now, then] = [shownIn(current), shownIn(before)]
  return {
    revenuePercent: isOne ? changeOf(now.revenue, then.revenue) : null,
    costPercent: changeOf(current.cost.cost, before.cost.cost),
    marginPoints: isOne ? pointsOf(current, before) : null,
    mrrPercent: isOne ? changeOf(now.mrr, then.mrr) : null,
  }
}

/** In percent of what it was; null where it was nothing. */
function changeOf(now: Decimal, before: Decimal): number | null {
  return percentOf(now.minus(before), before)
}

/** Exact, and only where both margins are shown. */
function pointsOf(current: Figures, before: Figures): number | null {
  const [now, then] = [marginShareOf(current), marginShareOf(before)]
  return now && then ? figure(now.minus(then)) : null
}

function marginShareOf(figures: Figures): Decimal | undefined {
  const { revenue } = shownIn(figures)
  const { currency, cost } = figures
  const isShown = currency !== null && marginOf(revenue, currency, cost.cost).marginPercent !== null
  return isShown ? revenue.minus(cost.cost).times(HUNDRED).div(revenue) : undefined
}

function restOfBuckets(
  { revenue, ...all }: OverviewFigures,
  buckets: FiguresByTime['buckets'],
): FiguresByTime['rest']['buckets'] {
  const earned = buckets.map((one) => ({ revenue: one.revenue ?? 0 }))
  return {
    ...restOf(['cost', 'eventCount', 'uncostedEvents'], all, buckets),
    revenue: revenue === null ? null : restOf(['revenue'], { revenue }, earned).revenue,
  }
}

const NO_WORK = { cost: ZERO, eventCount: 0, uncostedEvents: 0 }

type ByTime = {
  sums: readonly BucketEarned[]
  works: readonly Work[]
  currency: string | null
}

function bucketsBody(dates: readonly string[], { sums, works, currency }: ByTime) {
  const revenue = sum(sums.map(({ all }) => all))
  const costs = sum(works.map(({ cost }) => cost))
  return dates.map((date, index) => {
    const { all, oneDayFees } = sums[index] ?? NOTHING_EARNED
    const { cost, eventCount, uncostedEvents } = works[index] ?? NO_WORK
    return {
      date,
      revenue: currency === null ? null : figure(all),
      oneDayFees: currency === null ? null : figure(oneDayFees),
      revenuePercent: currency === null ? null : percentOf(all, revenue),
      cost: figure(cost),
      costPercent: percentOf(cost, costs),
      eventCount,
      uncostedEvents,
    }
  })
}
