import { memoizeByObject } from '../../domain/memoize.ts'
import { type Decimal, sum, ZERO } from '../../domain/money.ts'
import type { EarningFacts } from '../../domain/prices/earning-facts.ts'
import {
  askedUsage,
  type Earning,
  earningsOf,
  type QuantityIn,
} from '../../domain/prices/earnings.ts'
import { feesIn } from '../../domain/prices/fees.ts'
import { askedByInvoiced, invoicedIn } from '../../domain/prices/invoiced.ts'
import type { Range } from '../../domain/time/range.ts'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import type { Db } from '../../platform/database.ts'
import { mapInTurns } from '../../platform/program/in-turns.ts'
import { instants } from '../usage-figures/window.ts'
import type { EarningFilter, EarningSubscription } from './facts/earning-filter.ts'
import { type Revenue, revenueOf } from './revenue.ts'
import { type Asked, type EarnerUsage, loadEarnerUsage } from './usage/earner-usage.ts'
import type { Interval } from './usage/intervals.ts'

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
  earnings: readonly Earning[]
  /** The sums of the earnings. */
  revenue: Revenue
  /** The part of it that finalized invoices billed. */
  invoiced: Decimal
}

/** What each subscription earned in a window, and what the usage that belongs to it cost, at one snapshot. */
export async function loadEarned(
  db: Db,
  filter: EarningFilter,
  window: Range<number>,
): Promise<Earned[]> {
  const whole = instants(window)
  const asked: Asked = (facts) => [...askedUsage(facts, whole), ...askedByInvoiced(facts, whole)]
  const earners = await atOneMoment(db, (tx) => loadEarnerUsage(tx, filter, { window, asked }))
  const earnedBy = earnedIn(whole)
  return mapInTurns(earners, (earner) => {
    const work = usedIn(earner.intervals.filter(isWithin(window)))
    const earnings = earnedBy(earner)
    const revenue = revenueOf(earnings)
    const invoiced = invoicedIn(earner, whole, earnings)
    return { subscription: earner.subscription, earnings, revenue, invoiced, ...work }
  })
}

/**
 * Returns a function for what a subscription earned in a range. Many subscriptions have the same facts: their fees are
 * computed once, and everything else too if nothing was used.
 */
function earnedIn(range: Range): (earner: EarnerUsage) => readonly Earning[] {
  const feesOnce = memoizeByObject((facts: EarningFacts) => feesIn(facts, [range])[0] ?? [])
  const priced = (facts: EarningFacts, quantityIn: QuantityIn) =>
    earningsOf(facts, range, quantityIn, feesOnce(facts))
  const unused = memoizeByObject((facts: EarningFacts) => priced(facts, () => ZERO))
  return ({ facts, quantityIn, intervals }) =>
    intervals.length === 0 ? unused(facts) : priced(facts, quantityIn)
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
