import { statusAt } from '../../../domain/subscription-status.ts'
import { dateAt, lastDayBefore, localDate, parseStartDate } from '../../../domain/time/dates.ts'
import { startOfDay } from '../../../domain/time/period.ts'
import { billingAt } from '../../../domain/time/schedule.ts'
import { dateProblem } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Subscription } from '../terms/subscription.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Returns the first day of the new plan. It lies between the start of the current period and the end of the subscription:
 * earlier periods were billed by the clock, and nothing is left after the end.
 */
export function firstDayOfChange(subscription: Subscription, when: string, now: Date): string {
  const { startsAt, startDate, endsAt, timeZone } = subscription
  if (statusAt(subscription, now) === 'ended') {
    throw new AppError('conflict', 'The subscription has ended; create another one instead')
  }
  const { currentPeriod } = billingAt(subscription, now)
  const first = currentPeriod ? localDate(currentPeriod.start, timeZone) : startDate
  const day = dayAsked(subscription, when, now)
  if (day < first) {
    throw new AppError(
      'inconsistent',
      `The plan can change from ${first} on, the first day of the current billing period`,
      { param: 'when' },
    )
  }
  const at = dateAt(startOfDay(Temporal.PlainDate.from(day), timeZone))
  if (endsAt !== null && at >= endsAt) {
    const last = endsAt <= startsAt ? startDate : lastDayBefore(endsAt, timeZone)
    throw new AppError('inconsistent', `The subscription ends on ${last}, before ${day}`, {
      param: 'when',
    })
  }
  return day
}

function dayAsked(subscription: Subscription, when: string, now: Date): string {
  const { startsAt, startDate, endsAt, timeZone } = subscription
  switch (when) {
    case 'now':
      return now < startsAt ? startDate : localDate(now, timeZone)
    case 'period_end': {
      const { currentPeriod } = billingAt(subscription, now)
      if (currentPeriod && currentPeriod.end.getTime() !== endsAt?.getTime()) {
        return localDate(currentPeriod.end, timeZone)
      }
      throw new AppError(
        'inconsistent',
        currentPeriod
          ? 'The subscription ends with the current billing period'
          : `The subscription starts on ${startDate}: send that day or a later one`,
        { param: 'when' },
      )
    }
    default: {
      const day = DAY.test(when) ? parseStartDate(when, timeZone) : undefined
      if (day !== undefined) return day
      throw new AppError('invalid', [`${dateProblem('when', when)}, or now, or period_end`])
    }
  }
}
