import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { listChanges } from '../changelog/service.ts'
import { toBody } from './body.ts'
import * as queries from './list-queries.ts'
import { findSubscription } from './read.ts'
import type {
  ChangelogQuery,
  Subscription as SubscriptionBody,
  SubscriptionChangeList,
  SubscriptionList,
  SubscriptionListQuery,
} from './schemas.ts'
import type { Subscription } from './subscription.ts'

async function findOrRefuse(db: Db, key: ScopedId): Promise<Subscription> {
  return (await findSubscription(db, key)) ?? notFound('Subscription')
}

export async function getSubscription(db: Db, key: ScopedId, now: Date): Promise<SubscriptionBody> {
  return toBody(await findOrRefuse(db, key), now)
}

export async function listSubscriptions(
  db: Db,
  { organizationId, query }: { organizationId: string; query: SubscriptionListQuery },
  now: Date,
): Promise<SubscriptionList> {
  const { customerId, agentId, planId, status, sortBy = 'createdAt', sortOrder } = query
  const search = query.search?.trim() || undefined
  const filter = { organizationId, customerId, agentId, planId, status, search }
  const page = pageOf(query)
  const sorted = { ...page, sortBy, sortOrder }
  const { subscriptions, total } = await queries.listSubscriptions(db, filter, sorted, now)
  return listAnswer(
    page,
    subscriptions.map((subscription) => toBody(subscription, now)),
    total,
  )
}

export async function listChangelog(
  db: Db,
  key: ScopedId,
  query: ChangelogQuery,
): Promise<SubscriptionChangeList> {
  const { organizationId, customerId, id } = await findOrRefuse(db, key)
  const page = pageOf(query)
  const { rows, total } = await listChanges(db, { organizationId, customerId, id }, page)
  return listAnswer(
    page,
    rows.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    total,
  )
}
