import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId, FoundBy } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type SortedPage } from '../../platform/list.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { CouponTerms } from '../coupons/coupon.ts'
import { findAnywhere } from '../customers/find-anywhere.ts'
import { dealIdOf, ofSameDeal } from '../subscriptions/plan-changes/succession.ts'

/** A discount with the terms of its coupon, even if the coupon was deleted. */
export type GivenDiscount = CouponTerms & {
  id: string
  couponId: string
  customerId: string
  subscriptionId: string | null
  /** The first subscription of its deal; null for a discount of the whole customer. */
  dealId: string | null
  name: string
  createdAt: Date
  updatedAt: Date
  /** Business time. */
  endedAt: Date | null
}

/** A discount that was not changed since it was given has no time of its own. */
const UPDATED_AT = sql<Date>`coalesce(discounts.updated_at, discounts.created_at)`

const selected = (db: Db) =>
  db
    .selectFrom('discounts')
    .innerJoin('coupons', (join) =>
      join
        .onRef('coupons.id', '=', 'discounts.couponId')
        .onRef('coupons.organizationId', '=', 'discounts.organizationId'),
    )
    .leftJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.customerId', '=', 'discounts.customerId')
        .onRef('subscriptions.id', '=', 'discounts.subscriptionId'),
    )
    .select(dealIdOf('subscriptions').$castTo<string | null>().as('dealId'))
    .select([
      'discounts.id',
      'discounts.couponId',
      'discounts.customerId',
      'discounts.subscriptionId',
      'discounts.createdAt',
      UPDATED_AT.as('updatedAt'),
      'discounts.endedAt',
      'coupons.name',
      'coupons.percentOff',
      'coupons.amountOff',
      'coupons.currency',
      'coupons.duration',
      'coupons.durationPeriods',
    ])

/** Finds a discount by its id alone; the result contains its customer. */
export function findDiscount(db: Db, key: FoundBy): Promise<GivenDiscount | undefined> {
  const discounts = selected(db)
    .where('discounts.organizationId', '=', key.organizationId)
    .where('discounts.id', '=', key.id)
  return findAnywhere(db, { ...key, table: 'discounts' }, (customerId) => {
    const theirs = customerId ? discounts.where('discounts.customerId', '=', customerId) : discounts
    return theirs.executeTakeFirst()
  })
}

/** Lists discounts of one customer by id, in no particular order. */
export async function listDiscountsById(
  db: Db,
  { organizationId, customerId, ids }: Omit<CustomerScopedId, 'id'> & { ids: readonly string[] },
): Promise<GivenDiscount[]> {
  const rows = await selected(db)
    .where('discounts.customerId', '=', customerId)
    .where('discounts.organizationId', '=', organizationId)
    .where('discounts.id', 'in', ids)
    .execute()
  return rows
}

export type DiscountFilter = {
  organizationId: string
  customerId: string | undefined
  subscriptionId: string | undefined
  couponId: string | undefined
  updatedSince: Date | undefined
}

function matches(filter: DiscountFilter) {
  const { organizationId, customerId, subscriptionId, couponId, updatedSince } = filter
  const conditions = [sql<SqlBool>`discounts.organization_id = ${organizationId}`]
  if (customerId !== undefined) conditions.push(sql`discounts.customer_id = ${customerId}`)
  if (subscriptionId !== undefined) {
    conditions.push(sql`discounts.subscription_id = ${subscriptionId}`)
  }
  if (updatedSince !== undefined)
    conditions.push(sql`${UPDATED_AT} >= ${updatedSince}::timestamptz`)
  if (couponId !== undefined) conditions.push(sql`discounts.coupon_id = ${couponId}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const SORT = { createdAt: sql`discounts.created_at`, updatedAt: UPDATED_AT }

export async function listDiscounts(
  db: Db,
  filter: DiscountFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
): Promise<{ discounts: GivenDiscount[]; total: number }> {
  const { rows, total } = await listPage(
    selected(db).where(matches(filter)),
    { ...page, orderBy: SORT[sortBy], id: 'discounts.id' },
    db.selectFrom('discounts').where(matches(filter)),
  )
  return { discounts: rows, total }
}

export type NewDiscount = CustomerScopedId & { couponId: string; subscriptionId: string | null }

/** Finds a discount that has not ended, with the same coupon and receiver: the customer, or the same deal. */
export async function findSameDiscount(
  tx: Tx,
  { organizationId, customerId, couponId, subscriptionId }: Omit<NewDiscount, 'id'>,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('discounts')
    .select('id')
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where('couponId', '=', couponId)
    .where(
      subscriptionId === null
        ? sql<SqlBool>`subscription_id is null`
        : sql<SqlBool>`subscription_id in (${ofSameDeal({ customerId, subscriptionId })})`,
    )
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export async function insertDiscount(tx: Tx, discount: NewDiscount, now: Date): Promise<void> {
  await tx
    .insertInto('discounts')
    .values({ ...discount, createdAt: now, updatedAt: now })
    .execute()
}

/** Ends a discount; an earlier end is kept. */
export async function markDiscountEnded(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  { now, businessNow }: Moment,
): Promise<void> {
  await db
    .updateTable('discounts')
    .set({ endedAt: businessNow, updatedAt: now })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('endedAt', 'is', null)
    .execute()
}
