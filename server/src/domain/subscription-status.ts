export type SubscriptionStatus = 'active' | 'upcoming' | 'ended'

/** [start, end) as instants; a null end never comes. */
export type Lifetime = { startsAt: Date; endsAt: Date | null }

/**
 * What the dates say at an instant. Answers always use this, so that none contradicts the clock;
 * the stored status is the same one as the job `subscriptions.follow-clock` left it, up to a minute
 * late, and serves indexes and the history. The end counts before the start: an upcoming
 * subscription that was called off has an end that is earlier than its start.
 */
export function statusAt({ startsAt, endsAt }: Lifetime, now: Date): SubscriptionStatus {
  if (endsAt !== null && endsAt <= now) return 'ended'
  return startsAt > now ? 'upcoming' : 'active'
}
