import type { SubscriptionStatus } from '../../../domain/subscription-status.ts'
import type { EventType } from '../../outbox/event.ts'

/** Returns the event of a changed subscription by its statuses before and after. */
export function eventOfChange(before: SubscriptionStatus, after: SubscriptionStatus): EventType {
  if (before === after || after === 'upcoming') return 'subscription.updated'
  return after === 'active' ? 'subscription.activated' : 'subscription.ended'
}
