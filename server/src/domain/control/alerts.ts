import { type Decimal, decimal, ZERO } from '../money.ts'
import { BUCKET_MS } from '../time/range.ts'
import { type BudgetTerms, type BudgetUse, limitOf, reachedThresholds } from './decide.ts'
import type { BudgetPeriod, BudgetWindow } from './window.ts'

/** A threshold in percent of the limit that was reached, or the limit itself that was passed. */
export type Reached = { kind: 'threshold' | 'exceeded'; threshold: Decimal }

type Watched = BudgetTerms & { thresholds: readonly Decimal[] }

const HUNDRED = decimal('100')

/**
 * Returns what a use has reached, the highest last. A limit is exceeded once more than it was spent.
 * Nothing is reached before anything was spent.
 */
export function reachedBy(budget: Watched, use: BudgetUse): Reached[] {
  if (use.spent.lte(ZERO)) return []
  const limit = limitOf(budget, use)
  const thresholds = reachedThresholds(budget.thresholds, { amount: limit }, use.spent).map(
    (threshold): Reached => ({ kind: 'threshold', threshold }),
  )
  const isExceeded = use.spent.gt(limit)
  return isExceeded ? [...thresholds, { kind: 'exceeded', threshold: HUNDRED }] : thresholds
}

/**
 * Returns what may be spent before the next alert; undefined if there is none left. At the limit
 * itself it is 0: the next cost exceeds it.
 */
export function untilNextAlert(budget: Watched, use: BudgetUse): Decimal | undefined {
  const limit = limitOf(budget, use)
  const toLimit = limit.minus(use.spent)
  const toThresholds = budget.thresholds
    .map((threshold) => limit.times(threshold).div(HUNDRED).minus(use.spent))
    .filter((distance) => distance.gt(ZERO))
  const all = toLimit.gte(ZERO) ? [...toThresholds, toLimit] : toThresholds
  return all.toSorted((a, b) => a.cmp(b)).at(0)
}

/**
 * Returns the window that alerts count in, as its start: each threshold alerts once in it. A rolling
 * window moves every quarter of an hour, so its alerts count in fixed slots of its length.
 */
export function alertWindowStart(
  { period, rollingQuarters }: { period: BudgetPeriod; rollingQuarters: number | null },
  window: BudgetWindow,
  now: number,
): number {
  if (period !== 'rolling' || rollingQuarters === null) return window.start
  const length = rollingQuarters * BUCKET_MS
  return Math.floor(now / length) * length
}
