import { instantOf } from '../../../domain/time/dates.ts'
import { intersect, isBefore, type Range } from '../../../domain/time/range.ts'
import { AppError } from '../../../platform/errors.ts'
import type { BillingContext } from '../../billing/context/billing-context.ts'
import { lifetimeOf, periodAt } from '../../billing/window.ts'
import type { PortalUsageQuery } from './schemas.ts'

/** Bounds the work of a request: each billing period in the window is priced separately. */
const DAYS_MAX = 92

/**
 * Returns the requested window clipped to the subscription's lifetime; undefined if they do not
 * overlap.
 */
export function windowOf(
  billing: BillingContext,
  query: PortalUsageQuery,
  businessNow: Date,
): Range | undefined {
  const present = presentPeriod(billing, businessNow)
  if (!present) return undefined
  const asked = askedDays(query, billing.subscription.timeZone)
  const lifetime = lifetimeOf(billing)
  if (asked) {
    // Usage after the current period is not known yet.
    const known = intersect(asked, { start: lifetime.start, end: present.end })
    return known && intersect(known, lifetime)
  }
  if (query.period !== 'previous') return intersect(present, lifetime)
  const before = periodAt(billing, present.start.subtract({ milliseconds: 1 }))
  return before && intersect(before, lifetime)
}

/** Returns the current period, or the last one of an ended subscription. */
function presentPeriod(billing: BillingContext, businessNow: Date): Range | undefined {
  const { startsAt, endsAt } = billing.subscription
  const at = endsAt !== null && endsAt <= businessNow ? new Date(endsAt.getTime() - 1) : businessNow
  return at < startsAt ? undefined : periodAt(billing, instantOf(at))
}

function askedDays({ startDate, endDate }: PortalUsageQuery, timeZone: string): Range | undefined {
  if (startDate === undefined && endDate === undefined) return undefined
  if (startDate === undefined || endDate === undefined) {
    throw new AppError('invalid', [
      `${startDate === undefined ? 'startDate' : 'endDate'} is missing: send both days, or a period`,
    ])
  }
  const [first, last] = [Temporal.PlainDate.from(startDate), Temporal.PlainDate.from(endDate)]
  if (Temporal.PlainDate.compare(last, first) < 0) {
    throw new AppError('dates_reversed', `endDate ${endDate} is before startDate ${startDate}`, {
      param: 'endDate',
    })
  }
  if (first.until(last).days >= DAYS_MAX) {
    throw new AppError('invalid', [`endDate must be within ${DAYS_MAX} days of startDate`])
  }
  const start = first.toZonedDateTime(timeZone).toInstant()
  return { start, end: last.add({ days: 1 }).toZonedDateTime(timeZone).toInstant() }
}

export const isRunning = ({ end }: Range, businessNow: Date): boolean =>
  isBefore(instantOf(businessNow), end)
