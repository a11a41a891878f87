export type SubscriptionStatus = 'active' | 'upcoming' | 'ended'

/** [start, end) as instants; a null end means no end. */
export type Lifetime = { startsAt: Date; endsAt: Date | null }

/**
 * Returns the status at an instant. Responses always use it, so that none contradicts the clock.
 * The stored status, set by the job `billing.run`, may lag by a minute and serves indexes and the
 * history. The end is checked before the start: an upcoming subscription that was cancelled ends
 * before it starts.
 */
export function statusAt({ startsAt, endsAt }: Lifetime, now: Date): SubscriptionStatus {
  if (endsAt !== null && endsAt <= now) return 'ended'
  return startsAt > now ? 'upcoming' : 'active'
}
