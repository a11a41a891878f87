import { instantOf } from '../../domain/dates.ts'
import type { Range } from '../../domain/period.ts'
import { billedPeriods } from '../../domain/schedule.ts'
import type { Subject } from './subject.ts'
import { periodAt } from './window.ts'

/**
 * The periods that the job invoices by itself: those that are over and ended after `invoicedFrom`,
 * less whatever an invoice covers already. A void one counts too: whoever voided it decides what
 * becomes of that time.
 */
export function dueWindows(
  { subscription, pastTerms }: Subject,
  {
    invoicedFrom,
    covered,
    businessNow,
  }: { invoicedFrom: Date; covered: readonly Range[]; businessNow: Date },
): Range[] {
  const now = instantOf(businessNow)
  const from = instantOf(invoicedFrom)
  const range = { start: from.subtract({ milliseconds: 1 }), end: now }
  return billedPeriods(subscription, pastTerms, range)
    .filter(({ end }) => isBefore(from, end) && !isBefore(now, end))
    .flatMap(({ start, end }) => covered.reduce(cutOut, [{ start, end }]))
}

/**
 * Whether the clock would bill this very window by itself, now or once it is over: a period that
 * ended or ends after `invoicedFrom`, or what invoices leave of one.
 */
export function isBilledByClock(
  { subscription, pastTerms }: Subject,
  window: Range,
  { invoicedFrom, covered }: { invoicedFrom: Date; covered: readonly Range[] },
): boolean {
  const from = instantOf(invoicedFrom)
  return billedPeriods(subscription, pastTerms, window)
    .filter(({ end }) => isBefore(from, end))
    .flatMap(({ start, end }) => covered.reduce(cutOut, [{ start, end }]))
    .some(({ start, end }) => start.equals(window.start) && end.equals(window.end))
}

function cutOut(ranges: Range[], { start, end }: Range): Range[] {
  return ranges.flatMap((range) => {
    if (!isBefore(start, range.end) || !isBefore(range.start, end)) return [range]
    return [
      { start: range.start, end: start },
      { start: end, end: range.end },
    ].filter((rest) => isBefore(rest.start, rest.end))
  })
}

function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0
}

/**
 * When the period under way ends, or the first one of those to come. One that has ended is looked at
 * as often as if it went on, for usage that comes late.
 */
export function nextPeriodEnd(subject: Subject, businessNow: Date): Date | null {
  const { subscription } = subject
  const { startsAt } = subscription
  const endless = { ...subscription, endDate: null, endAt: null, endsAt: null }
  const at = instantOf(startsAt > businessNow ? startsAt : businessNow)
  const period = periodAt(subject, at) ?? periodAt({ ...subject, subscription: endless }, at)
  return period ? new Date(period.end.epochMilliseconds) : null
}
