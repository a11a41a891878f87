import { dateAt, instantOf, nextMonthStart } from '../../../domain/time/dates.ts'
import { isBefore, type Range, subtract } from '../../../domain/time/range.ts'
import { billedPeriods } from '../../../domain/time/schedule.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { periodAt } from '../window.ts'

/**
 * The periods that the job invoices by itself: those that are over and ended after `invoicedFrom`,
 * less whatever an invoice covers already. One that was voided after it was finalized counts too: its time
 * is billed on request.
 */
export function dueWindows(
  { subscription, pastSchedules }: BillingContext,
  {
    invoicedFrom,
    covered,
    businessNow,
  }: { invoicedFrom: Date; covered: readonly Range[]; businessNow: Date },
): Range[] {
  const now = instantOf(businessNow)
  const from = instantOf(invoicedFrom)
  const range = { start: from.subtract({ milliseconds: 1 }), end: now }
  return billedPeriods(subscription, pastSchedules, range)
    .filter(({ end }) => isBefore(from, end) && !isBefore(now, end))
    .flatMap(({ start, end }) => subtract({ start, end }, covered))
}

/**
 * When the period under way ends, or the first one of those to come. After the end of the subscription:
 * when the calendar month ends, in its time zone, because late usage is settled then.
 */
export function nextPeriodEnd(billing: BillingContext, businessNow: Date): Date | null {
  const { startsAt, endsAt, timeZone } = billing.subscription
  if (endsAt !== null && endsAt <= businessNow) return nextMonthStart(businessNow, timeZone)
  const period = periodAt(billing, instantOf(startsAt > businessNow ? startsAt : businessNow))
  return period ? dateAt(period.end) : null
}

const INSTANT_MS = 1

/**
 * Whether a calendar month has ended, in the time zone of the subscription, at `lookAt` or later and
 * after the end of the subscription. `lookAt` is the time from which the clock has not looked yet, so each
 * end of a month counts once, also when a change of the subscription makes the clock look in between.
 */
export function isMonthToSettle(
  { subscription: { endsAt, timeZone } }: BillingContext,
  { lookAt, businessNow }: { lookAt: Date; businessNow: Date },
): boolean {
  if (endsAt === null) return false
  const since = new Date(Math.max(lookAt.getTime() - INSTANT_MS, endsAt.getTime()))
  return nextMonthStart(since, timeZone) <= businessNow
}
