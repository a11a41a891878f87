import type { Db, Tx } from '../../platform/database.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { subscriptionBody, subscriptionNotFound } from './body.ts'
import { recordChanges } from './changelog.ts'
import { countChanges, listChanges } from './changelog-queries.ts'
import { lifetimeOf } from './dates.ts'
import { followClock } from './follow-clock.ts'
import { difference } from './history.ts'
import { refuseNewOverlaps } from './overlap.ts'
import { listOverlaps } from './overlap-queries.ts'
import * as queries from './queries.ts'
import type {
  ChangelogAnswer,
  ChangelogQuery,
  SubscriptionBody,
  SubscriptionListAnswer,
  SubscriptionListQuery,
} from './schemas.ts'
import { type Lifetime, statusAt } from './status.ts'
import { updateLifetimes } from './write-queries.ts'

/** How a URL names a subscription. */
export type SubscriptionId = { organizationId: string; id: string }

async function findOrRefuse(db: Db, key: SubscriptionId): Promise<queries.Subscription> {
  const subscription = await queries.findSubscription(db, key)
  if (!subscription) throw subscriptionNotFound()
  return subscription
}

export async function getSubscription(
  db: Db,
  key: SubscriptionId,
  now: Date,
): Promise<SubscriptionBody> {
  return subscriptionBody(await findOrRefuse(db, key), now)
}

export async function listSubscriptions(
  db: Db,
  { organizationId, query }: { organizationId: string; query: SubscriptionListQuery },
  now: Date,
): Promise<SubscriptionListAnswer> {
  const { customerId, agentId, planId, status, sortBy = 'createdAt', sortOrder } = query
  const search = query.search?.trim() || undefined
  const filter = { organizationId, customerId, agentId, planId, status, search }
  const page = pageOf(query)
  const [found, total] = await Promise.all([
    queries.listSubscriptions(db, { filter, page: { ...page, sortBy, sortOrder } }, now),
    queries.countSubscriptions(db, filter, now),
  ])
  return listAnswer(
    page,
    found.map((subscription) => subscriptionBody(subscription, now)),
    total,
  )
}

export async function listChangelog(
  db: Db,
  key: SubscriptionId,
  query: ChangelogQuery,
): Promise<ChangelogAnswer> {
  const { organizationId, customerId, id } = await findOrRefuse(db, key)
  const page = pageOf(query)
  const [entries, total] = await Promise.all([
    listChanges(db, { organizationId, customerId, id }, page),
    countChanges(db, { organizationId, customerId, id }),
  ])
  return listAnswer(
    page,
    entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    total,
  )
}

/**
 * Moves the subscriptions that go by their customer's time zone to a new one: their dates stay and
 * begin and end at other instants. What has ended stays as it was. Call it with the customer
 * locked for update, before its own zone is changed.
 */
export async function rezoneSubscriptions(
  tx: Tx,
  change: { organizationId: string; customerId: string; timezone: string; actor: string },
  now: Date,
): Promise<void> {
  const { organizationId, customerId, timezone, actor } = change
  await followClock(tx, now, { organizationId, customerId })
  const live = await queries.listLiveSubscriptions(tx, { organizationId, customerId }, now)
  const moved = live.flatMap((before) => {
    if (before.timezone !== null) return []
    const lifetime = lifetimeOf(before, timezone)
    const changes = difference(
      { 'customer.timezone': before.timeZone, ...shownLifetime(before, now) },
      { 'customer.timezone': timezone, ...shownLifetime(lifetime, now) },
    )
    const { id } = before
    return changes.length > 0 ? [{ id, ...lifetime, status: statusAt(lifetime, now), changes }] : []
  })
  if (moved.length === 0) return
  const scope = { organizationId, customerId, ids: moved.map(({ id }) => id) }
  const before = await listOverlaps(tx, scope, now)
  await updateLifetimes(tx, scope, moved, now)
  const entries = moved.map(({ id, changes }) => ({
    organizationId,
    customerId,
    subscriptionId: id,
    actor,
    changes,
  }))
  await recordChanges(tx, entries, now)
  await refuseNewOverlaps(tx, scope, { before, now })
}

function shownLifetime(lifetime: Lifetime, now: Date): Record<string, unknown> {
  return {
    startsAt: lifetime.startsAt.toISOString(),
    endsAt: lifetime.endsAt?.toISOString() ?? null,
    status: statusAt(lifetime, now),
  }
}
