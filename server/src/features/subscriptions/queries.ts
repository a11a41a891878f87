import { type SqlBool, sql } from 'kysely'
import type { Moved } from '../../domain/schedule.ts'
import type { CustomerScopedId, ScopedId } from '../../domain/scoped-id.ts'
import type { Lifetime, SubscriptionStatus } from '../../domain/subscription-status.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'
import type { Fields } from './fields.ts'
import { notEnded } from './not-ended.ts'

/** A stored subscription, and the time zone and the days to pay in that apply to it. */
export type Subscription = Fields &
  Lifetime & {
    id: string
    organizationId: string
    customerId: string
    planId: string
    agentId: string
    moved: Moved
    timeZone: string
    netTermsInForce: number
    createdAt: Date
    updatedAt: Date
  }

const selected = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('customers', 'customers.id', 'subscriptions.customerId')
    .select([
      'subscriptions.id',
      'subscriptions.organizationId',
      'subscriptions.customerId',
      'subscriptions.planId',
      'subscriptions.agentId',
      'subscriptions.name',
      'subscriptions.startDate',
      'subscriptions.endDate',
      'subscriptions.endAt',
      'subscriptions.isForever',
      'subscriptions.startsAt',
      'subscriptions.endsAt',
      'subscriptions.billingCycle',
      'subscriptions.customCycleDays',
      'subscriptions.billingDay',
      sql<Moved>`case when subscriptions.anchor_date is not null then json_build_object(
        'anchorDate', subscriptions.anchor_date, 'periodDate', subscriptions.moved_period_date
      ) end`.as('moved'),
      'subscriptions.billingModel',
      'subscriptions.timezone',
      sql<string>`coalesce(subscriptions.timezone, customers.timezone)`.as('timeZone'),
      'subscriptions.netTerms',
      sql<number>`coalesce(subscriptions.net_terms, customers.net_terms)`.as('netTermsInForce'),
      'subscriptions.autoCollectPayment',
      'subscriptions.seatsCount',
      'subscriptions.proratedAmount',
      'subscriptions.proratedAmountId as prorationId',
      'subscriptions.invoiceMemo',
      sql<Fields['subscriptionDetails']>`subscriptions.subscription_details`.as(
        'subscriptionDetails',
      ),
      sql<Fields['metadata']>`subscriptions.metadata`.as('metadata'),
      'subscriptions.createdAt',
      'subscriptions.updatedAt',
    ])
    .where('subscriptions.deletedAt', 'is', null)

type Row = Subscription & { prorationId: string | null }

/** As stored, but for what was billed: a proratedAmount on a final invoice reads null. */
async function withoutBilledProrations(db: Db, rows: readonly Row[]): Promise<Subscription[]> {
  const set = rows.filter((row) => row.prorationId !== null)
  const billed = set.length > 0 ? await listBilledProrations(db, set) : []
  return rows.map(({ prorationId, ...subscription }) => {
    const isBilled = prorationId !== null && billed.includes(prorationId)
    return isBilled ? { ...subscription, proratedAmount: null } : subscription
  })
}

/** Those of the settings of proratedAmount that are on an invoice which is final and not void. */
async function listBilledProrations(db: Db, set: readonly Row[]): Promise<string[]> {
  const rows = await db
    .selectFrom('invoiceLines')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.customerId', '=', 'invoiceLines.customerId')
        .onRef('invoices.id', '=', 'invoiceLines.invoiceId'),
    )
    .select('invoiceLines.sourceId as id')
    .where('invoiceLines.customerId', 'in', [...new Set(set.map((row) => row.customerId))])
    .where(
      'invoiceLines.sourceId',
      'in',
      set.map((row) => row.prorationId),
    )
    .where('invoiceLines.type', '=', sql.lit('proration'))
    .where('invoices.status', 'not in', ['draft', 'void'])
    .execute()
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** By its id alone, as a URL names it: who its customer is comes with the answer. */
export async function findSubscription(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Subscription | undefined> {
  const rows = await selected(db)
    .where('subscriptions.organizationId', '=', organizationId)
    .where('subscriptions.id', '=', id)
    .execute()
  const [found] = await withoutBilledProrations(db, rows)
  return found
}

/** Holds those of one customer that the clock says have not ended. */
export async function lockLiveSubscriptions(
  tx: Tx,
  { organizationId, customerId }: Omit<CustomerScopedId, 'id'>,
  now: Date,
): Promise<Subscription[]> {
  const rows = await selected(tx)
    .where('subscriptions.customerId', '=', customerId)
    .where('subscriptions.organizationId', '=', organizationId)
    .where(notEnded('subscriptions', now))
    .orderBy('subscriptions.id')
    .forNoKeyUpdate('subscriptions')
    .execute()
  return withoutBilledProrations(tx, rows)
}

/**
 * Keeps the row from other writers until the transaction ends; false when it is gone. Not from
 * histories that come to refer to it: whoever changes a plan holds the plan and writes them, while
 * whoever holds a subscription here asks for its plan next.
 */
export async function lockSubscription(tx: Tx, key: CustomerScopedId): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type SubscriptionFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  planId: string | undefined
  status: SubscriptionStatus | undefined
  search: string | undefined
}

/** The status is asked of the dates, as answers show it, and not of the stored column. */
function matches(filter: SubscriptionFilter, now: Date) {
  const { organizationId, customerId, agentId, planId, status, search } = filter
  const conditions = [sql<SqlBool>`subscriptions.organization_id = ${organizationId}`]
  if (customerId !== undefined) conditions.push(sql`subscriptions.customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`subscriptions.agent_id = ${agentId}`)
  if (planId !== undefined) conditions.push(sql`subscriptions.plan_id = ${planId}`)
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
}

export async function listSubscriptions(
  db: Db,
  filter: SubscriptionFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
  now: Date,
): Promise<{ subscriptions: Subscription[]; total: number }> {
  const { rows, total } = await listPage(
    selected(db).where(matches(filter, now)),
    { ...page, orderBy: SORT[sortBy], id: 'subscriptions.id' },
    db.selectFrom('subscriptions').where('deletedAt', 'is', null).where(matches(filter, now)),
  )
  return { subscriptions: await withoutBilledProrations(db, rows), total }
}
