import { sql } from 'kysely'
import { type Seats, type SeatsFrom, seatsOn } from '../../../domain/prices/seats.ts'
import type { Lifetime } from '../../../domain/subscription-status.ts'
import { localDate } from '../../../domain/time/dates.ts'

/**
 * Lateral subquery: `changes` has the numbers of seats from a day on of the row of `subscriptions`,
 * by date; null if there are none.
 */
export const SEAT_CHANGES = sql<{ changes: SeatsFrom[] | null }>`(
  select jsonb_agg(jsonb_build_object('from', subscription_seats.from_date,
    'count', subscription_seats.seats) order by subscription_seats.from_date) as changes
  from subscription_seats
  where subscription_seats.customer_id = subscriptions.customer_id
    and subscription_seats.subscription_id = subscriptions.id)`

/** Returns the seats by date, of a subscription's first number and its changes. */
export function seatsOf(first: number, changes: readonly SeatsFrom[] | null): Seats {
  return [{ from: null, count: first }, ...(changes ?? [])]
}

type Seated = Lifetime & { seats: Seats; timeZone: string }

/** Returns the seats in force at an instant: before the start those of the first day, after the end those of the last. */
export function seatsAt({ seats, startsAt, endsAt, timeZone }: Seated, now: Date): SeatsFrom {
  const last = endsAt === null || endsAt > now ? now : new Date(endsAt.getTime() - 1)
  return seatsOn(seats, localDate(last > startsAt ? last : startsAt, timeZone))
}
