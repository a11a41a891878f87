import { dateAt, instantOf, parseInstant } from '../../domain/time/dates.ts'
import { intersect, isBefore, isEmpty, type Range, subtract } from '../../domain/time/range.ts'
import { type BilledPeriod, billedPeriods } from '../../domain/time/schedule.ts'
import { dateProblem } from '../../platform/dates/sent-date.ts'
import { AppError } from '../../platform/errors.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { BillingContext } from './context/billing-context.ts'

/** The window as requested, unparsed. */
export type AskedWindow = {
  billingPeriodStart?: string | undefined
  billingPeriodEnd?: string | undefined
}

/**
 * Chooses the window to invoice: the requested one, clipped to the subscription's lifetime. A
 * missing bound is that of the period in which the other bound lies. Without bounds, it is the
 * current period, or the last one of an ended subscription. Throws `inconsistent` if it extends
 * beyond the current period: that usage is unknown, and fees may still change.
 */
export function chooseWindow(
  billing: BillingContext,
  asked: AskedWindow,
  businessNow: Date,
): Range {
  const present = presentPeriod(billing, businessNow)
  const start = askedInstant(billing, asked, 'billingPeriodStart')
  const end = askedInstant(billing, asked, 'billingPeriodEnd')
  const window = {
    start: start ?? (end ? startBefore(billing, end) : present.start),
    end: end ?? (start ? periodAt(billing, start)?.end : undefined) ?? present.end,
  }
  if (isEmpty(window)) {
    const shown = `${window.start} to ${window.end}`
    throw new AppError(
      'dates_reversed',
      `billingPeriodStart must be before billingPeriodEnd: ${shown}`,
    )
  }
  const covered = intersect(window, lifetimeOf(billing))
  if (!covered) {
    throw new AppError('inconsistent', 'The subscription does not cover any part of this window')
  }
  if (isBefore(present.end, covered.end)) {
    throw new AppError(
      'inconsistent',
      `The window must end by ${present.end}, the end of the current billing period; later usage is not known yet`,
    )
  }
  return covered
}

/** Returns true if the subscription ends with this window. */
export function isLastWindow(
  { subscription: { endsAt } }: BillingContext,
  { end }: Range,
): boolean {
  return endsAt !== null && endsAt <= dateAt(end)
}

/**
 * Returns true if the billing job bills exactly this window, now or after its end. It bills periods
 * that end after `invoicedFrom`, or the parts of them that no invoice covers.
 */
export function isBilledAutomatically(
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

function askedInstant(
  { subscription }: BillingContext,
  asked: AskedWindow,
  field: 'billingPeriodStart' | 'billingPeriodEnd',
): Temporal.Instant | undefined {
  const text = asked[field]
  if (text === undefined) return undefined
  const instant = parseInstant(text, subscription.timeZone)
  // Invoice periods are stored in whole milliseconds.
  if (instant) return instant.round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
  throw new AppError('invalid', [dateProblem(field, text)])
}

/** Returns the current period, or the last one of an ended subscription. */
function presentPeriod(billing: BillingContext, businessNow: Date): BilledPeriod {
  const { startsAt, endsAt } = billing.subscription
  const isOver = endsAt !== null && endsAt <= businessNow
  const at = isOver ? new Date(endsAt.getTime() - 1) : businessNow
  const period = at < startsAt ? undefined : periodAt(billing, instantOf(at))
  if (period) return period
  throw new AppError(
    'inconsistent',
    `The subscription starts on ${billing.subscription.startDate}; there is nothing to invoice yet`,
  )
}

export function periodAt(
  { subscription, pastSchedules }: BillingContext,
  start: Temporal.Instant,
): BilledPeriod | undefined {
  const range = { start, end: start.add({ milliseconds: 1 }) }
  return billedPeriods(subscription, pastSchedules, range)[0]
}

function startBefore(billing: BillingContext, end: Temporal.Instant): Temporal.Instant {
  return periodAt(billing, end.subtract({ milliseconds: 1 }))?.start ?? end
}

/**
 * Returns the window in which a draft is recomputed; undefined if the subscription no longer covers
 * any of it. A draft that claims no time keeps its window, except that an invoice of nothing but fees
 * in advance follows its billing period.
 */
export function windowOfDraft(
  billing: BillingContext,
  draft: Pick<Invoice, 'periodStart' | 'periodEnd' | 'isFinalInvoice' | 'isAdvanceOnly'>,
): Range | undefined {
  const window = { start: instantOf(draft.periodStart), end: instantOf(draft.periodEnd) }
  if (draft.isAdvanceOnly) return periodAt(billing, window.start)
  return draft.isFinalInvoice ? window : intersect(window, lifetimeOf(billing))
}

/** Returns the time range that the subscription covers. */
export function lifetimeOf({ subscription: { startsAt, endsAt } }: BillingContext): Range {
  const start = instantOf(startsAt)
  // A subscription canceled before it started covers nothing.
  const end = endsAt ? instantOf(endsAt) : FOREVER
  return { start, end }
}

const FOREVER = Temporal.Instant.from('9999-12-31T00:00Z')
