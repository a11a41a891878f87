import { memoizeByObject } from '../../domain/memoize.ts'
import { type Decimal, decimalFromInteger, sum, ZERO } from '../../domain/money.ts'
import type { EarningFacts } from '../../domain/prices/earning-facts.ts'
import {
  askedUsage,
  type Earning,
  type EarningUsage,
  earningsOf,
  usageOfOne,
} from '../../domain/prices/earnings.ts'
import { feesIn } from '../../domain/prices/fees.ts'
import { askedByInvoiced, invoicedIn } from '../../domain/prices/invoiced.ts'
import type { Range } from '../../domain/time/range.ts'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { mapInTurns } from '../../platform/program/in-turns.ts'
import { instants } from '../usage-figures/window.ts'
import type { EarningFilter, EarningSubscription } from './facts/earning-filter.ts'
import { type Revenue, revenueOf } from './revenue.ts'
import { type Asked, type EarnerUsage, loadEarnerUsage } from './usage/earner-usage.ts'
import type { Interval, UsedQuantity } from './usage/intervals.ts'

/** `cost` is in USD and lacks that of the uncosted events. */
export type Used = { cost: Decimal; eventCount: number; uncostedEvents: number }

export const NO_WORK: Used = { cost: ZERO, eventCount: 0, uncostedEvents: 0 }

export function addWork(a: Used, b: Used): Used {
  return {
    cost: a.cost.plus(b.cost),
    eventCount: a.eventCount + b.eventCount,
    uncostedEvents: a.uncostedEvents + b.uncostedEvents,
  }
}

/** What a subscription earned in a window, and what its work cost. */
export type Earned = Used & {
  subscription: EarningSubscription
  /** How many it stands for, that are alike: the figures are those of all of them. */
  count: number
  earnings: readonly Earning[]
  /** The sums of the earnings. */
  revenue: Revenue
  /** What of it finalized invoices billed; nothing where what work earned is all that is asked. */
  invoiced: Decimal
}

/**
 * What each subscription earned in a window, and what the usage that belongs to it cost. All of it is
 * read at one moment.
 */
export function loadEarned(
  db: Db,
  filter: EarningFilter,
  window: Range<number>,
): Promise<Earned[]> {
  return earnedBy(db, window, (tx, asked) => loadEarnerUsage(tx, filter, { window, asked }))
}

/** Figures of the subscriptions that `load` reads, all at one moment. */
export async function earnedBy(
  db: Db,
  window: Range<number>,
  load: (tx: Tx, asked: Asked) => Promise<EarnerUsage[]>,
  { withFees = true }: { withFees?: boolean } = {},
): Promise<Earned[]> {
  const whole = instants(window)
  const asked: Asked = (facts) => [
    ...askedUsage(facts, whole),
    ...(withFees ? askedByInvoiced(facts, whole) : []),
  ]
  const earners = await atOneMoment(db, (tx) => load(tx, asked))
  const earned = earnedAt([whole], withFees)
  return mapInTurns(earners, (earner) => {
    const { subscription, count } = earner
    const work = usedIn(earner.intervals.filter(isWithin(window)))
    const earnings = earned(earner, 0)
    const revenue = revenueOf(earnings)
    const invoiced = withFees ? invoicedIn(earner, whole, earnings) : ZERO
    return { subscription, count, earnings, revenue, invoiced, ...work }
  })
}

/**
 * What a subscription earned in one of some ranges, by its place; they are in order and do not overlap. Very many
 * have the same facts: their fees are worked out once, and so is all of it where nothing was used.
 */
export function earnedAt(
  ranges: readonly Range[],
  withFees = true,
): (earner: EarnerUsage<UsedQuantity>, at: number) => readonly Earning[] {
  const feesOnce = memoizeByObject((facts: EarningFacts) => (withFees ? feesIn(facts, ranges) : []))
  const priced = (facts: EarningFacts, usage: EarningUsage, at: number) => {
    const range = ranges[at]
    return range ? earningsOf(facts, range, usage, feesOnce(facts)[at] ?? []) : []
  }
  const nothing = usageOfOne(() => ZERO)
  const unused = memoizeByObject((facts: EarningFacts) =>
    ranges.map((_, at) => priced(facts, nothing, at)),
  )
  return (earner, at) => {
    const { facts, count, intervals } = earner
    const isUnused = intervals.length === 0
    if (isUnused && !withFees) return []
    const earnings = isUnused ? (unused(facts)[at] ?? []) : priced(facts, earner, at)
    if (count === 1) return earnings
    const ofAll = (one: Earning) =>
      isUnused || !OF_USAGE.has(one.kind) ? earnedByAll(one, count) : one
    return earnings.map(ofAll)
  }
}

/** The sums of what each earned in one range. */
export function revenueIn(range: Range): (earner: EarnerUsage<UsedQuantity>) => Revenue {
  const earned = earnedAt([range])
  return (earner) => revenueOf(earned(earner, 0))
}

/** Of these an earning is that of all who are alike already. */
const OF_USAGE: ReadonlySet<Earning['kind']> = new Set(['usage', 'pool'])

/** It is due from each. */
function earnedByAll(earning: Earning, count: number): Earning {
  return { ...earning, amount: earning.amount.times(decimalFromInteger(count)) }
}

/** Whether an interval lies in a window, which none is cut by. */
export const isWithin = (window: Range<number>) => (one: Range<number>) =>
  one.start >= window.start && one.end <= window.end

export function usedIn(intervals: readonly Interval[]): Used {
  if (intervals.length === 0) return NO_WORK
  return {
    cost: sum(intervals.map(({ cost }) => cost)),
    eventCount: intervals.reduce((count, one) => count + one.eventCount, 0),
    uncostedEvents: intervals.reduce((count, one) => count + one.uncostedEvents, 0),
  }
}
