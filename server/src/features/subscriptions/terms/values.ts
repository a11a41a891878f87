import {
  type Lifetime,
  type SubscriptionStatus,
  statusAt,
} from '../../../domain/subscription-status.ts'
import { lifetimeOf } from '../../../domain/time/dates.ts'
import { type Moved, NOT_MOVED } from '../../../domain/time/schedule.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Fields } from './fields.ts'

/** Stored values of a subscription: its fields and the values derived from them. */
export type SubscriptionValues = Fields & Lifetime & { status: SubscriptionStatus; moved: Moved }

/** Adds the derived values: the instants of the dates, and the status. */
export function toValues(
  fields: Fields,
  { customerTimeZone, moved }: { customerTimeZone: string; moved: Moved },
  now: Date,
): SubscriptionValues {
  const lifetime = lifetimeOf(fields, fields.timezone ?? customerTimeZone)
  return { ...fields, ...lifetime, moved, status: statusAt(lifetime, now) }
}

/** Keeps moved invoice dates unless the start date changes, which restarts the periods. */
export function movedUnless(before: { startDate: string; moved: Moved }, startDate: string): Moved {
  return before.startDate === startDate ? before.moved : NOT_MOVED
}

/** Throws unless a custom cycle has a length and any other cycle has none. */
export function refuseCycle({ billingCycle, customCycleDays }: Fields): void {
  if ((billingCycle === 'custom') === (customCycleDays !== null)) return
  throw new AppError(
    'inconsistent',
    billingCycle === 'custom'
      ? 'billingCycle custom needs customCycleDays: send the number of days of a period'
      : `customCycleDays is for billingCycle custom, not for ${billingCycle}; send one or the other`,
  )
}

/** Throws `dates_reversed` if the end is not after the start. */
export function refuseEmptyLifetime({ startsAt, endsAt }: Lifetime): void {
  if (endsAt === null || endsAt > startsAt) return
  throw new AppError(
    'dates_reversed',
    'endDate is before startDate; a subscription ends after it starts',
  )
}
