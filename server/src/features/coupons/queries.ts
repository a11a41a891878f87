import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import { RAISED_VERSION } from '../../platform/database/raised-version.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'
import type { Coupon, CouponTerms } from './coupon.ts'

const columns = [
  'id',
  'name',
  'percentOff',
  'amountOff',
  'currency',
  'duration',
  'durationPeriods',
  'isActive',
  'createdAt',
  'updatedAt',
] as const

const selectEveryCoupon = (db: Db) => db.selectFrom('coupons').select(columns)

const selectCoupons = (db: Db) => selectEveryCoupon(db).where('deletedAt', 'is', null)

/** Like `findCoupon`; finds deleted coupons too. */
export function findEveryCoupon(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Coupon | undefined> {
  return selectEveryCoupon(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findCoupon(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Coupon | undefined> {
  const row = await selectCoupons(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row
}

/** Locks and returns the coupon, deleted or not. */
export async function lockCoupon(
  tx: Tx,
  { organizationId, id }: ScopedId,
  mode: LockMode,
): Promise<(Coupon & { isDeleted: boolean }) | undefined> {
  await lockRows(tx, { table: 'coupons', organizationId, ids: [id] }, mode)
  const row = await tx
    .selectFrom('coupons')
    .select(columns)
    .select((eb) => eb('deletedAt', 'is not', null).as('isDeleted'))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, isDeleted: Boolean(row.isDeleted) }
}

export type CouponFilter = {
  organizationId: string
  isActive: boolean | undefined
  search: string | undefined
  updatedSince: Date | undefined
}

const SORT = { createdAt: sql`created_at`, name: sql`lower(name)`, updatedAt: sql`updated_at` }

export async function listCoupons(
  db: Db,
  { organizationId, isActive, search, updatedSince }: CouponFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let coupons = selectCoupons(db).where('organizationId', '=', organizationId)
  if (isActive !== undefined) coupons = coupons.where('isActive', '=', isActive)
  if (updatedSince !== undefined) coupons = coupons.where('updatedAt', '>=', updatedSince)
  if (search !== undefined) coupons = coupons.where(contains(['name'], search))
  const { rows, total } = await listPage(coupons, { ...page, orderBy: SORT[sortBy] })
  return { coupons: rows, total }
}

/** Counts the discounts made of each coupon; omits coupons that were never given. */
export async function countGiven(
  db: Db,
  { organizationId, couponIds }: { organizationId: string; couponIds: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('discounts')
    .select(['couponId', sql<string>`count(*)`.as('count')])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`coupon_id = any(${couponIds}::uuid[])`)
    .groupBy('couponId')
    .execute()
  return new Map(rows.map(({ couponId, count }) => [couponId, Number(count)]))
}

export async function insertCoupon(
  db: Db,
  { organizationId, id }: ScopedId,
  coupon: CouponTerms & { name: string; isActive: boolean },
  now: Date,
): Promise<Coupon> {
  const row = await db
    .insertInto('coupons')
    .values({ ...coupon, id, organizationId, createdAt: now, updatedAt: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row
}

/** Returns undefined when there is no such coupon; undefined values stay unchanged. */
export async function updateCoupon(
  tx: Tx,
  { organizationId, id }: ScopedId,
  { name, isActive }: { name: string | undefined; isActive: boolean | undefined },
  now: Date,
): Promise<Coupon | undefined> {
  const row = await tx
    .updateTable('coupons')
    .set({ name, isActive, updatedAt: now, ...RAISED_VERSION })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  return row
}

/** Returns false when there is no such coupon. */
export async function markCouponDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons')
    .set({ deletedAt: now, updatedAt: now, ...RAISED_VERSION })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
