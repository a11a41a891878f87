import { instantOf } from '../../../domain/time/dates.ts'
import { isBefore, type Range, subtract } from '../../../domain/time/range.ts'
import { billedPeriods } from '../../../domain/time/schedule.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { periodAt } from '../window.ts'

/**
 * The periods that the job invoices by itself: those that are over and ended after `invoicedFrom`,
 * less whatever an invoice covers already. A void one counts too: whoever voided it decides what
 * becomes of that time.
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
 * Whether the clock would bill this very window by itself, now or once it is over: a period that
 * ended or ends after `invoicedFrom`, or what invoices leave of one.
 */
export function isBilledByClock(
  { subscription, pastSchedules }: BillingContext,
  window: Range,
  { invoicedFrom, covered }: { invoicedFrom: Date; covered: readonly Range[] },
): boolean {
  const from = instantOf(invoicedFrom)
  return billedPeriods(subscription, pastSchedules, window)
    .filter(({ end }) => isBefore(from, end))
    .flatMap(({ start, end }) => subtract({ start, end }, covered))
    .some(({ start, end }) => start.equals(window.start) && end.equals(window.end))
}

/**
 * When the period under way ends, or the first one of those to come. One that has ended is looked at
 * as often as if it went on, for usage that comes late.
 */
export function nextPeriodEnd(billing: BillingContext, businessNow: Date): Date | null {
  const { subscription } = billing
  const { startsAt } = subscription
  const endless = { ...subscription, endDate: null, endAt: null, endsAt: null }
  const at = instantOf(startsAt > businessNow ? startsAt : businessNow)
  const period = periodAt(billing, at) ?? periodAt({ ...billing, subscription: endless }, at)
  return period ? new Date(period.end.epochMilliseconds) : null
}
