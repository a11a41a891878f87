import { seatsOn } from '../../domain/prices/seats.ts'
import type { FoundBy } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { findSubscription } from './read.ts'
import { seatsAt } from './seats/seats.ts'
import type { SubscriptionSeats } from './terms/seats-fields.ts'
import type { Subscription } from './terms/subscription.ts'

/** Lists the seats of a subscription by date, from its first day on. */
export async function listSeatsOf(db: Db, key: FoundBy, now: Date): Promise<SubscriptionSeats[]> {
  const subscription = (await findSubscription(db, key)) ?? notFound('Subscription')
  return shownSeats(subscription, now)
}

function shownSeats(subscription: Subscription, now: Date): SubscriptionSeats[] {
  const { seats, startDate } = subscription
  const first = { ...seatsOn(seats, startDate), from: startDate }
  const later = seats.flatMap(({ from, count }) =>
    from !== null && from > startDate ? [{ from, count }] : [],
  )
  const all = [first, ...later]
  const inForce = seatsAt(subscription, now).from ?? startDate
  const current = Math.max(
    all.findLastIndex(({ from }) => from <= inForce),
    0,
  )
  return all.map(({ from, count }, at) => ({
    from,
    seatsCount: count,
    state: at < current ? 'past' : at === current ? 'current' : 'upcoming',
  }))
}
