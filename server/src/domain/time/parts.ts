import { dateAt } from './dates.ts'
import { intersect, isSameTime, type Range } from './range.ts'
import { type Billed, type BilledPeriod, billedPeriods, type PastSchedule } from './schedule.ts'

/** A billing period, or the part of it that a window covers. */
export type Part = Range & { period: BilledPeriod }

/** Cuts a window at the billing periods of the subscription. Returns the parts in order. */
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

/** Returns whether the part begins its period. A pool's fee is due with that part. */
export function beginsPeriod({ start, period }: Part): boolean {
  return isSameTime(start, period.start)
}

/** Returns the instant from which the usage of the part's period is counted. */
export function countedFrom({ period }: Part): Date {
  return dateAt(period.start)
}

/** Returns the start of the part's period in the deal: earlier if a change of plan cuts its start. */
export function dealStart({ period }: Part): Date {
  return dateAt(period.deal.start)
}
