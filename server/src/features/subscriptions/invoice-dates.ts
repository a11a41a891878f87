import { statusAt } from '../../domain/subscription-status.ts'
import { instantOf, localDate } from '../../domain/time/dates.ts'
import { billingAt, cycleStartOf, type PastSchedule } from '../../domain/time/schedule.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import { type Command, findKey, lockForChange, storeChange } from './change/lock-for-change.ts'
import { protectInvoicesOf } from './periods/invoiced.ts'
import { insertPastTerms } from './periods/past-schedules.ts'
import type { InvoiceDatesUpdate } from './periods/schemas.ts'
import { refuseReplaced } from './plan-changes/refuse.ts'
import { getSubscription } from './service.ts'
import type { Subscription as SubscriptionBody } from './terms/schemas.ts'
import type { Subscription } from './terms/subscription.ts'
import { toValues } from './terms/values.ts'

/** Later dates are rejected as typing errors. */
const POSTPONED_MAX = { years: 1 }

/**
 * Moves the future invoice dates. The current period ends on the next invoice date, and the cycle
 * counts from there. Earlier periods are unaffected because their schedule is stored as a past one.
 * A second move before that date only changes the end of the same period.
 */
export async function updateInvoiceDates(
  db: Db,
  { key, actor, body, expected }: Command & { body: InvoiceDatesUpdate },
  moment: Moment,
): Promise<SubscriptionBody> {
  const { now, businessNow } = moment
  const known = await findKey(db, key)
  return db.transaction().execute(async (tx) => {
    const locked = await lockForChange(tx, known, moment, expected)
    const { subscription, customerTimeZone } = locked
    refuseReplaced(subscription)
    const next = nextInvoiceDate(subscription, body, businessNow)
    const kept = subscription.billingDay === null ? null : next.day
    const underWay = billingAt(subscription, businessNow).currentPeriod
    const periodDate = underWay
      ? localDate(underWay.start, subscription.timeZone)
      : subscription.startDate
    const after = {
      ...subscription,
      moved: { anchorDate: next.toString(), periodDate },
      billingDay: body.billingDay ?? kept,
    }
    const values = toValues(after, { customerTimeZone, moved: after.moved }, businessNow)
    const followed = {
      before: { nextInvoiceDate: billingAt(subscription, businessNow).nextInvoiceDate },
      after: { nextInvoiceDate: billingAt(after, businessNow).nextInvoiceDate },
    }
    const superseded =
      periodDate === subscription.moved?.periodDate
        ? undefined
        : supersededTerms(subscription, periodDate)
    await protectInvoicesOf(tx, { locked, values, superseded }, moment)
    const change = { subscription, values, actor, followed, isProrationSet: false }
    const isMoved = await storeChange(tx, change, moment)
    if (isMoved && superseded) await insertPastTerms(tx, subscription, superseded, now)
    return getSubscription(tx, subscription, businessNow)
  })
}

function supersededTerms(subscription: Subscription, untilDate: string): PastSchedule {
  const { startDate, moved, billingCycle, customCycleDays, billingDay } = subscription
  const { cycleFrom = null } = subscription.succession ?? {}
  return {
    fromDate: moved?.anchorDate ?? startDate,
    untilDate,
    movedPeriodDate: moved?.periodDate ?? null,
    billingCycle,
    customCycleDays,
    billingDay,
    cycleFrom: moved === null ? cycleFrom : null,
  }
}

/** Returns the requested day. Throws `inconsistent` with the allowed days. */
function nextInvoiceDate(
  subscription: Subscription,
  { nextInvoiceDate: sent, billingDay }: InvoiceDatesUpdate,
  now: Date,
): Temporal.PlainDate {
  const { timeZone, startDate, endsAt } = subscription
  if (statusAt(subscription, now) === 'ended') {
    throw new AppError('inconsistent', 'The subscription has ended; it has no future invoices')
  }
  const today = instantOf(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const start = Temporal.PlainDate.from(startDate)
  const from = isBefore(today, start) ? start : today
  const next =
    sent === undefined
      ? nextBillingDay(subscription, { day: billingDay ?? start.day, after: from })
      : Temporal.PlainDate.from(sent)
  if (!isBefore(from, next)) {
    throw new AppError('inconsistent', `nextInvoiceDate must be after ${from.toString()}`)
  }
  const latest = from.add(POSTPONED_MAX)
  if (isBefore(latest, next)) {
    throw new AppError('inconsistent', `nextInvoiceDate must not be after ${latest.toString()}`)
  }
  const last = endsAt && instantOf(endsAt).toZonedDateTimeISO(timeZone).toPlainDate()
  if (last && isBefore(last, next)) {
    throw new AppError(
      'inconsistent',
      `The subscription ends on ${last.toString()}, before the invoice of ${next.toString()}`,
    )
  }
  return next
}

/** Returns the first such day after a date; for a yearly cycle, in the month of the anchor. */
function nextBillingDay(
  subscription: Subscription,
  { day, after }: { day: number; after: Temporal.PlainDate },
): Temporal.PlainDate {
  const anchor = Temporal.PlainDate.from(cycleStartOf(subscription))
  const isYearly = subscription.billingCycle === 'yearly'
  const month = isYearly ? after.with({ month: anchor.month, day: 1 }) : after.with({ day: 1 })
  const next = month.with({ day })
  return isBefore(after, next)
    ? next
    : month.add(isYearly ? { years: 1 } : { months: 1 }).with({ day })
}

function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0
}
