import {
  type Lifetime,
  type SubscriptionStatus,
  statusAt,
} from '../../../domain/subscription-status.ts'
import { lifetimeOf } from '../../../domain/time/dates.ts'
import { type Moved, NOT_MOVED } from '../../../domain/time/schedule.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Fields } from './fields.ts'

/** What is written of a subscription: its fields and what follows from them. */
export type SubscriptionValues = Fields & Lifetime & { status: SubscriptionStatus; moved: Moved }

/** The fields with what follows from them: the instants of the dates, and the status. */
export function toValues(
  fields: Fields,
  { customerTimeZone, moved }: { customerTimeZone: string; moved: Moved },
  now: Date,
): SubscriptionValues {
  const lifetime = lifetimeOf(fields, fields.timezone ?? customerTimeZone)
  return { ...fields, ...lifetime, moved, status: statusAt(lifetime, now) }
}

/** Moved invoice dates hold until another start: from there the periods count anew. */
export function movedUnless(before: { startDate: string; moved: Moved }, startDate: string): Moved {
  return before.startDate === startDate ? before.moved : NOT_MOVED
}

/** A cycle of its own needs a length, and only that one has one. */
export function refuseCycle({ billingCycle, customCycleDays }: Fields): void {
  if ((billingCycle === 'custom') === (customCycleDays !== null)) return
  throw new AppError(
    'inconsistent',
    billingCycle === 'custom'
      ? 'billingCycle custom needs customCycleDays: send how many days a period has'
      : `customCycleDays is for billingCycle custom, not for ${billingCycle}; send one or the other`,
  )
}

/** Dates in which nothing could ever be billed are a mistake. */
export function refuseEmptyLifetime({ startsAt, endsAt }: Lifetime): void {
  if (endsAt === null || endsAt > startsAt) return
  throw new AppError(
    'dates_reversed',
    'endDate is before startDate; a subscription ends after it starts',
  )
}
