import { dateAt } from '../../../domain/dates.ts'
import { intersect, type Range } from '../../../domain/range.ts'
import { type BilledPeriod, billedPeriods } from '../../../domain/schedule.ts'
import type { BillingContext } from '../context/billing-context.ts'

/** What an invoice bills of one billing period: all of it, or the part that its window covers. */
export type Part = Range & { period: BilledPeriod }

/** A window cut at the billing periods that it touches. */
export function partsOf({ subscription, pastTerms }: BillingContext, window: Range): Part[] {
  return billedPeriods(subscription, pastTerms, window).flatMap((period) => {
    const covered = intersect(window, period)
    return covered ? [{ ...covered, period }] : []
  })
}

/** Whether nothing of the period comes before the part: a pool's fee is due with this one. */
export function beginsPeriod({ start, period }: Part): boolean {
  return start.equals(period.start)
}

/** From when the usage of the part's period is counted. */
export function countedFrom({ period }: Part): Date {
  return dateAt(period.start)
}
