import { type SqlBool, sql } from 'kysely'
import type { SubscriptionStatus } from '../../domain/subscription-status.ts'
import type { Db } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'
import { selectSubscriptions, withoutBilledProrations } from './read.ts'
import { notEnded } from './status/not-ended.ts'
import type { Subscription } from './terms/subscription.ts'

export type SubscriptionFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  planId: string | undefined
  status: SubscriptionStatus | undefined
  search: string | undefined
  updatedSince: Date | undefined
}

/** Computes the status from the dates, as the API does, instead of reading the stored column. */
function matches(filter: SubscriptionFilter, now: Date) {
  const { organizationId, customerId, agentId, planId, status, search, updatedSince } = filter
  const conditions = [sql<SqlBool>`subscriptions.organization_id = ${organizationId}`]
  if (customerId !== undefined) conditions.push(sql`subscriptions.customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`subscriptions.agent_id = ${agentId}`)
  if (planId !== undefined) conditions.push(sql`subscriptions.plan_id = ${planId}`)
  if (updatedSince !== undefined) {
    conditions.push(sql`subscriptions.updated_at >= ${updatedSince}::timestamptz`)
  }
  if (search !== undefined) conditions.push(contains(['subscriptions.name'], search))
  if (status === 'ended') conditions.push(sql`subscriptions.ends_at <= ${now}`)
  else if (status !== undefined) {
    conditions.push(
      notEnded('subscriptions', now),
      status === 'upcoming'
        ? sql`subscriptions.starts_at > ${now}`
        : sql`subscriptions.starts_at <= ${now}`,
    )
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const SORT = {
  createdAt: sql`subscriptions.created_at`,
  name: sql`lower(subscriptions.name)`,
  startDate: sql`subscriptions.starts_at`,
  updatedAt: sql`subscriptions.updated_at`,
}

export async function listSubscriptions(
  db: Db,
  filter: SubscriptionFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
  now: Date,
): Promise<{ subscriptions: Subscription[]; total: number }> {
  const { rows, total } = await listPage(
    selectSubscriptions(db).where(matches(filter, now)),
    { ...page, orderBy: SORT[sortBy], id: 'subscriptions.id' },
    db.selectFrom('subscriptions').where('deletedAt', 'is', null).where(matches(filter, now)),
  )
  return { subscriptions: await withoutBilledProrations(db, rows), total }
}
