import { type SqlBool, sql } from 'kysely'
import type { Seats } from '../../domain/prices/seats.ts'
import type { CustomerScopedId, FoundBy } from '../../domain/scoped-id.ts'
import type { Moved } from '../../domain/time/schedule.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import { namesOf, omit } from '../../platform/pick.ts'
import { findAnywhere } from '../customers/find-anywhere.ts'
import { dealIdOf, SUCCESSION } from './plan-changes/succession.ts'
import { listSeatChanges } from './seats/queries.ts'
import { seatsOf } from './seats/seats.ts'
import { DEFAULT_FIELDS, type Fields } from './terms/fields.ts'
import type { Subscription } from './terms/subscription.ts'

/** Fields whose column has the same type as the field. The jsonb columns do not. */
const TYPED_COLUMNS = omit(DEFAULT_FIELDS, ['subscriptionDetails', 'metadata'])

const selectEverySubscription = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('customers', 'customers.id', 'subscriptions.customerId')
    .select(namesOf(TYPED_COLUMNS).map((name) => `subscriptions.${name}` as const))
    .select([
      'subscriptions.id',
      'subscriptions.organizationId',
      'subscriptions.customerId',
      'subscriptions.planId',
      'subscriptions.agentId',
      'subscriptions.startsAt',
      'subscriptions.endsAt',
      sql<Moved>`case when subscriptions.anchor_date is not null then json_build_object(
        'anchorDate', subscriptions.anchor_date, 'periodDate', subscriptions.moved_period_date
      ) end`.as('moved'),
      SUCCESSION.as('succession'),
      dealIdOf('subscriptions').as('dealId'),
      'subscriptions.owesOnetime',
      sql<string>`coalesce(subscriptions.timezone, customers.timezone)`.as('timeZone'),
      sql<number>`coalesce(subscriptions.net_terms, customers.net_terms)`.as('netTermsInForce'),
      'subscriptions.proratedAmountId as prorationId',
      sql<Fields['subscriptionDetails']>`subscriptions.subscription_details`.as(
        'subscriptionDetails',
      ),
      sql<Fields['metadata']>`subscriptions.metadata`.as('metadata'),
      'subscriptions.version',
      'subscriptions.createdAt',
      'subscriptions.updatedAt',
    ])

export const selectSubscriptions = (db: Db) =>
  selectEverySubscription(db).where('subscriptions.deletedAt', 'is', null)

export type SubscriptionRow = Omit<Subscription, 'seats'> & { prorationId: string | null }

/** Returns the rows with their seats by date. */
export async function withSeats<Row extends CustomerScopedId & { seatsCount: number }>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { seats: Seats })[]> {
  const changes = await listSeatChanges(db, rows)
  return rows.map((row, at) => ({ ...row, seats: seatsOf(row.seatsCount, changes[at] ?? null) }))
}

/**
 * Returns the rows with their seats, and without billed amounts: a `proratedAmount` on a finalized
 * invoice reads as null.
 */
export async function withoutBilledProrations(
  db: Db,
  rows: readonly SubscriptionRow[],
): Promise<Subscription[]> {
  const set = rows.filter((row) => row.prorationId !== null)
  const [seated, billed] = await Promise.all([withSeats(db, rows), listBilledProrations(db, set)])
  return seated.map(({ prorationId, ...subscription }) => {
    const isBilled = prorationId !== null && billed.includes(prorationId)
    return isBilled ? { ...subscription, proratedAmount: null } : subscription
  })
}

/** Lists the ids of `proratedAmount` settings on finalized, non-void invoices. */
async function listBilledProrations(db: Db, set: readonly SubscriptionRow[]): Promise<string[]> {
  if (set.length === 0) return []
  const rows = await db
    .selectFrom('invoiceLines')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.customerId', '=', 'invoiceLines.customerId')
        .onRef('invoices.id', '=', 'invoiceLines.invoiceId'),
    )
    .select('invoiceLines.sourceId as id')
    .where(
      sql<SqlBool>`invoice_lines.customer_id = any(${set.map((row) => row.customerId)}::uuid[])`,
    )
    .where(
      sql<SqlBool>`invoice_lines.source_id = any(${set.map((row) => row.prorationId)}::uuid[])`,
    )
    .where('invoiceLines.type', '=', sql.lit('proration'))
    .where('invoices.status', 'not in', ['draft', 'void'])
    .execute()
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** Finds a subscription by the id in a URL, without its customer. */
export async function findSubscription(db: Db, key: FoundBy): Promise<Subscription | undefined> {
  const subscriptions = selectSubscriptions(db)
    .where('subscriptions.organizationId', '=', key.organizationId)
    .where('subscriptions.id', '=', key.id)
  const row = await findAnywhere(db, { ...key, table: 'subscriptions' }, (customerId) => {
    const theirs = customerId
      ? subscriptions.where('subscriptions.customerId', '=', customerId)
      : subscriptions
    return theirs.executeTakeFirst()
  })
  const [found] = row ? await withoutBilledProrations(db, [row]) : []
  return found
}

/** Finds a subscription whose customer is known. */
export const findSubscriptionOf = batched((db: Db, keys: readonly CustomerScopedId[]) =>
  findAmong(db, selectSubscriptions(db), keys),
)

/** Like `findSubscriptionOf`; finds deleted subscriptions too. */
export const findEverySubscriptionOf = batched((db: Db, keys: readonly CustomerScopedId[]) =>
  findAmong(db, selectEverySubscription(db), keys),
)

async function findAmong(
  db: Db,
  subscriptions: ReturnType<typeof selectEverySubscription>,
  keys: readonly CustomerScopedId[],
): Promise<(Subscription | undefined)[]> {
  const rows = await subscriptions
    .where(
      sql<SqlBool>`subscriptions.customer_id = any(${keys.map((key) => key.customerId)}::uuid[])`,
    )
    .where(sql<SqlBool>`subscriptions.id = any(${keys.map(({ id }) => id)}::uuid[])`)
    .execute()
  const found = new Map((await withoutBilledProrations(db, rows)).map((one) => [one.id, one]))
  return keys.map(({ organizationId, customerId, id }) => {
    const one = found.get(id)
    const isTheirs = one?.organizationId === organizationId && one.customerId === customerId
    return isTheirs ? one : undefined
  })
}
