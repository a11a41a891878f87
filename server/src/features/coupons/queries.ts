import { sql } from 'kysely'
import { decimal } from '../../domain/money.ts'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'
import type { Coupon, CouponTerms } from './coupon.ts'
import type { CouponDuration } from './schemas.ts'

const columns = [
  'id',
  'name',
  'percent_off as percentOff',
  'amount_off as amountOff',
  'currency',
  sql<CouponDuration>`duration`.as('duration'),
  'duration_periods as durationPeriods',
  'is_active as isActive',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

type OffColumns = { percentOff: string | null; amountOff: string | null }

/** A row with its numbers as decimals. */
export function withDecimals<Row extends OffColumns>(row: Row) {
  return {
    ...row,
    percentOff: row.percentOff === null ? null : decimal(row.percentOff),
    amountOff: row.amountOff === null ? null : decimal(row.amountOff),
  }
}

const selectCoupons = (db: Db) =>
  db.selectFrom('coupons').select(columns).where('deleted_at', 'is', null)

export async function findCoupon(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Coupon | undefined> {
  const row = await selectCoupons(db)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && withDecimals(row)
}

/** The coupon, deleted or not, kept as it is until the transaction ends. */
export async function lockCoupon(
  tx: Tx,
  { organizationId, id }: ScopedId,
  mode: LockMode,
): Promise<(Coupon & { isDeleted: boolean }) | undefined> {
  await lockRows(tx, { table: 'coupons', organizationId, ids: [id] }, mode)
  const row = await tx
    .selectFrom('coupons')
    .select(columns)
    .select((eb) => eb('deleted_at', 'is not', null).as('isDeleted'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...withDecimals(row), isDeleted: Boolean(row.isDeleted) }
}

export type CouponFilter = {
  organizationId: string
  isActive: boolean | undefined
  search: string | undefined
}

const SORT = { createdAt: sql`created_at`, name: sql`lower(name)` }

export async function listCoupons(
  db: Db,
  { organizationId, isActive, search }: CouponFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let coupons = selectCoupons(db).where('organization_id', '=', organizationId)
  if (isActive !== undefined) coupons = coupons.where('is_active', '=', isActive)
  if (search !== undefined) coupons = coupons.where(contains(['name'], search))
  const { rows, total } = await listPage(coupons, { ...page, orderBy: SORT[sortBy] })
  return { coupons: rows.map(withDecimals), total }
}

export async function insertCoupon(
  db: Db,
  { organizationId, id }: ScopedId,
  coupon: CouponTerms & { name: string; isActive: boolean },
  now: Date,
): Promise<Coupon> {
  const row = await db
    .insertInto('coupons')
    .values({
      id,
      organization_id: organizationId,
      name: coupon.name,
      percent_off: coupon.percentOff?.toFixed() ?? null,
      amount_off: coupon.amountOff?.toFixed() ?? null,
      currency: coupon.currency,
      duration: coupon.duration,
      duration_periods: coupon.durationPeriods,
      is_active: coupon.isActive,
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return withDecimals(row)
}

/** Undefined when there is no such coupon; what is undefined stays as it is. */
export async function updateCoupon(
  tx: Tx,
  { organizationId, id }: ScopedId,
  { name, isActive }: { name: string | undefined; isActive: boolean | undefined },
  now: Date,
): Promise<Coupon | undefined> {
  const row = await tx
    .updateTable('coupons')
    .set({ name, is_active: isActive, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  return row && withDecimals(row)
}

/** False when there is no such coupon. */
export async function markCouponDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons')
    .set({ deleted_at: now, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
