import { dateAt, instantOf, nextMonthStart } from '../../../domain/time/dates.ts'
import { isBefore, type Range, subtract } from '../../../domain/time/range.ts'
import { billedPeriods } from '../../../domain/time/schedule.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { periodAt } from '../window.ts'

/**
 * Returns the windows to invoice automatically: periods that ended after `invoicedFrom`, without
 * the ranges that an invoice covers. `covered` includes invoices voided after finalization: their
 * ranges are billed on request only.
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
 * Returns the end of the current or first future period. After the subscription's end, returns the
 * end of the calendar month in its time zone, when late usage is settled.
 */
export function nextPeriodEnd(billing: BillingContext, businessNow: Date): Date | null {
  const { startsAt, endsAt, timeZone } = billing.subscription
  if (endsAt !== null && endsAt <= businessNow) return nextMonthStart(businessNow, timeZone)
  const period = periodAt(billing, instantOf(startsAt > businessNow ? startsAt : businessNow))
  return period ? dateAt(period.end) : null
}

const INSTANT_MS = 1

/**
 * Returns true if a calendar month, in the subscription's time zone, ended at or after `nextCheckAt` and
 * after the subscription's end. `nextCheckAt` is the time up to which the billing job has checked. Each
 * month end thus counts once, even if a change triggers an extra check in between.
 */
export function isMonthToSettle(
  { subscription: { endsAt, timeZone } }: BillingContext,
  { nextCheckAt, businessNow }: { nextCheckAt: Date; businessNow: Date },
): boolean {
  if (endsAt === null) return false
  const since = new Date(Math.max(nextCheckAt.getTime() - INSTANT_MS, endsAt.getTime()))
  return nextMonthStart(since, timeZone) <= businessNow
}
