import { statusAt } from '../../../domain/subscription-status.ts'
import { lifetimeOf } from '../../../domain/time/dates.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Actor } from '../../auth/principal.ts'
import { recordChanges } from '../../changelog/service.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvents } from '../../outbox/outbox.ts'
import { eventOfChange } from '../change/event-of-change.ts'
import { difference } from '../change/history.ts'
import { updateLifetimes } from '../change/queries.ts'
import { lockLiveSubscriptions } from '../lock.ts'
import { refuseNewOverlaps } from '../overlaps/overlap.ts'
import { listOverlaps } from '../overlaps/queries.ts'
import { applyDueStatusesIn } from '../status/apply-due-statuses.ts'
import type { Subscription } from '../terms/subscription.ts'
import { protectInvoicedPeriods, type ScheduleChange, termsOf } from './invoiced.ts'

type Rezoning = { organizationId: string; customerId: string; timezone: string; actor: Actor }
type Rezoned = { before: Subscription; after: Subscription }

/**
 * Moves the subscriptions that use their customer's time zone to a new one. Their dates stay, but
 * fall on other instants. Ended subscriptions stay unchanged. Throws `period_invoiced` if an
 * invoiced period would change. Call it with the customer locked for update, before the customer's
 * time zone is stored.
 */
export async function rezoneSubscriptions(
  tx: Tx,
  { organizationId, customerId, timezone, actor }: Rezoning,
  moment: Moment,
): Promise<void> {
  const { now, businessNow } = moment
  await applyDueStatusesIn(tx, moment, { organizationId, customerId })
  const live = await lockLiveSubscriptions(tx, { organizationId, customerId }, businessNow)
  const rezoned = live.flatMap((before) =>
    before.timezone === null
      ? [{ before, after: { ...before, ...lifetimeOf(before, timezone), timeZone: timezone } }]
      : [],
  )
  if (rezoned.length === 0) return
  const scope = { organizationId, customerId, ids: rezoned.map(({ before }) => before.id) }
  const changes: ScheduleChange[] = []
  for (const one of rezoned) changes.push(await termsChangeOf(tx, one))
  await protectInvoicedPeriods(tx, { organizationId, customerId, changes }, moment)
  const before = await listOverlaps(tx, scope, businessNow)
  const lifetimes = rezoned.map(({ after }) => ({ ...after, status: statusAt(after, businessNow) }))
  await updateLifetimes(tx, scope, lifetimes, now)
  const entries = rezoned.map((one) => ({
    organizationId,
    customerId,
    subscriptionId: one.before.id,
    actor,
    changes: difference(toShown(one.before, businessNow), toShown(one.after, businessNow)),
  }))
  await recordChanges(tx, entries, businessNow)
  const events = rezoned.map(({ before, after }) => ({
    type: eventOfChange(statusAt(before, businessNow), statusAt(after, businessNow)),
    ...{ organizationId, customerId, id: before.id },
  }))
  await publishEvents(tx, events, moment)
  await refuseNewOverlaps(tx, scope, { before, now: businessNow })
}

async function termsChangeOf(tx: Tx, { before, after }: Rezoned): Promise<ScheduleChange> {
  const terms = await termsOf(tx, before)
  const fix =
    `give the subscription ${before.id} the timezone ${before.timeZone} of its own first, or ` +
    'void the invoice'
  return { id: before.id, before: terms, after: { ...terms, subscription: after }, fix }
}

function toShown(subscription: Subscription, now: Date): Record<string, unknown> {
  return {
    'customer.timezone': subscription.timeZone,
    startsAt: subscription.startsAt.toISOString(),
    endsAt: subscription.endsAt?.toISOString() ?? null,
    status: statusAt(subscription, now),
  }
}
