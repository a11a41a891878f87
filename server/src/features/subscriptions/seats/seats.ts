import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Seats, type SeatsFrom, seatsOn } from '../../../domain/prices/seats.ts'
import type { Lifetime } from '../../../domain/subscription-status.ts'
import { localDate } from '../../../domain/time/dates.ts'
import { startOfDay } from '../../../domain/time/period.ts'

/**
 * Joins the numbers of seats from a day on to the rows of `subscriptions`: `seats.changes`, by date;
 * null if there are none. The condition says which rows of `subscription_seats` may be needed.
 */
export const joinSeatChanges = (needed: RawBuilder<SqlBool>) => sql`left join (
    select subscription_seats.customer_id, subscription_seats.subscription_id,
      jsonb_agg(jsonb_build_object('from', subscription_seats.from_date,
        'count', subscription_seats.seats) order by subscription_seats.from_date) as changes
    from subscription_seats where ${needed}
    group by subscription_seats.customer_id, subscription_seats.subscription_id
  ) seats on seats.customer_id = subscriptions.customer_id
    and seats.subscription_id = subscriptions.id`

/** Returns the seats by date, of a subscription's first number and its changes. */
export function seatsOf(first: number, changes: readonly SeatsFrom[] | null): Seats {
  return [{ from: null, count: first }, ...(changes ?? [])]
}

type Seated = Lifetime & { seats: Seats; timeZone: string }

/** Returns the next change of the seats within the lifetime, after those in force at an instant. */
export function seatsAfter(
  subscription: Seated,
  now: Date,
): { from: string; count: number } | undefined {
  const { seats, endsAt, timeZone } = subscription
  const inForce = seatsAt(subscription, now)
  for (const { from, count } of seats.slice(seats.indexOf(inForce) + 1)) {
    if (from === null) continue
    const starts = startOfDay(Temporal.PlainDate.from(from), timeZone).epochMilliseconds
    return endsAt !== null && starts >= endsAt.getTime() ? undefined : { from, count }
  }
  return undefined
}

/** Returns the seats in force at an instant: before the start those of the first day, after the end those of the last. */
export function seatsAt({ seats, startsAt, endsAt, timeZone }: Seated, now: Date): SeatsFrom {
  const last = endsAt === null || endsAt > now ? now : new Date(endsAt.getTime() - 1)
  return seatsOn(seats, localDate(last > startsAt ? last : startsAt, timeZone))
}
