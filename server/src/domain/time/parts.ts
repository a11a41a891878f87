import { dateAt } from './dates.ts'
import { intersect, isSameTime, type Range } from './range.ts'
import { type Billed, type BilledPeriod, billedPeriods, type PastSchedule } from './schedule.ts'

/** What is charged of one billing period: all of it, or the part that a window covers. */
export type Part = Range & { period: BilledPeriod }

/** A window cut at the billing periods of the subscription that it touches, in order. */
export function partsOf(
  subscription: Billed,
  past: readonly PastSchedule[],
  window: Range,
): Part[] {
  return billedPeriods(subscription, past, window).flatMap((period) => {
    const covered = intersect(window, period)
    return covered ? [{ ...covered, period }] : []
  })
}

/** Whether nothing of the period comes before the part: a pool's fee is due with this one. */
export function beginsPeriod({ start, period }: Part): boolean {
  return isSameTime(start, period.start)
}

/** From when the usage of the part's period is counted. */
export function countedFrom({ period }: Part): Date {
  return dateAt(period.start)
}
