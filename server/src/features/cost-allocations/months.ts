import { settlesAt } from '../../domain/allocated-rates.ts'
import { dayOf, monthAfter } from '../../domain/time/range.ts'
import { dateText } from '../../platform/values/timestamp-text.ts'
import { type AllocationMonth, type CostAllocation, startOf } from './allocation.ts'

const DAY_MS = 24 * 60 * 60_000

/** What is due for a month of an allocation. */
export type Due = 'rate' | 'settlement'

export function monthTextAfter(month: string): string {
  return dateText(monthAfter(startOf(month)))
}

/** Returns the start of a stored month and of the one after it. */
export function windowOf(month: string): { start: Date; end: Date } {
  const start = startOf(month)
  return { start: new Date(start), end: new Date(monthAfter(start)) }
}

/** Returns true if a month has a rate from `now` on. The rate is set one day before the month begins. */
export function hasBegun(
  { lastMonth }: Pick<CostAllocation, 'lastMonth'>,
  month: string,
  now: Date,
): boolean {
  const isCovered = lastMonth === null || month <= lastMonth
  return isCovered && now.getTime() >= startOf(month) - DAY_MS
}

/**
 * Returns what is due for a month that has begun: its settlement, a first rate, or a rate of the day.
 * Times are in business time.
 */
export function dueOf(
  month: string,
  stored: Pick<AllocationMonth, 'ratedOn' | 'settledAt'> | undefined,
  now: Date,
): Due | undefined {
  if (stored?.settledAt) return undefined
  if (now.getTime() >= settlesAt(startOf(month))) return 'settlement'
  return stored?.ratedOn === dayTextOf(now) ? undefined : 'rate'
}

export function dayTextOf(now: Date): string {
  return dateText(dayOf(now.getTime()))
}
