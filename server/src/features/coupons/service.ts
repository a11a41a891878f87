import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import { publishEvent } from '../outbox/outbox.ts'
import { toBody } from './body.ts'
import { type Coupon, termsOf } from './coupon.ts'
import * as queries from './queries.ts'
import type {
  Coupon as CouponBody,
  CouponCreate,
  CouponList,
  CouponListQuery,
  CouponUpdate,
} from './schemas.ts'

export async function createCoupon(
  db: Db,
  { organizationId, input }: { organizationId: string; input: CouponCreate },
  moment: Moment,
): Promise<CouponBody> {
  const { name, isActive = true } = input
  const coupon = { ...termsOf(input), name, isActive }
  return db.transaction().execute(async (tx) => {
    const key = { organizationId, id: newId() }
    const created = await queries.insertCoupon(tx, key, coupon, moment.now)
    await publishCoupon(tx, key, 'created', moment)
    return toBody(created, 0)
  })
}

export async function getCoupon(db: Db, key: ScopedId): Promise<CouponBody> {
  return withTimesGiven(db, key, (await queries.findCoupon(db, key)) ?? notFound('Coupon'))
}

/** Returns a coupon, even if it is deleted; undefined if it is absent. */
export async function findEveryCoupon(db: Db, key: ScopedId): Promise<CouponBody | undefined> {
  const coupon = await queries.findEveryCoupon(db, key)
  return coupon && withTimesGiven(db, key, coupon)
}

async function withTimesGiven(db: Db, key: ScopedId, coupon: Coupon): Promise<CouponBody> {
  const { organizationId } = key
  const given = await queries.countGiven(db, { organizationId, couponIds: [coupon.id] })
  return toBody(coupon, given.get(coupon.id) ?? 0)
}

export async function listCoupons(
  db: Db,
  organizationId: string,
  query: CouponListQuery,
): Promise<CouponList> {
  const page = pageOf(query)
  const { isActive, sortBy = 'createdAt', sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = {
    organizationId,
    isActive,
    search: query.search?.trim() || undefined,
    updatedSince,
  }
  const { coupons, total } = await queries.listCoupons(db, filter, { sortBy, sortOrder, ...page })
  const couponIds = coupons.map(({ id }) => id)
  const given = await queries.countGiven(db, { organizationId, couponIds })
  const bodies = coupons.map((coupon) => toBody(coupon, given.get(coupon.id) ?? 0))
  return listAnswer(page, bodies, total)
}

const FIXED = ['percentOff', 'amountOff', 'currency', 'duration', 'durationPeriods'] as const

/** Keeps the terms fixed: customers were promised them, and invoices have applied them. */
export async function updateCoupon(
  db: Db,
  key: ScopedId,
  input: CouponUpdate,
  moment: Moment,
): Promise<CouponBody> {
  const sent = FIXED.filter((field) => input[field] !== undefined)
  if (sent.length > 0) {
    // An absent coupon is `not_found`, whatever fields are sent.
    await getCoupon(db, key)
    throw new AppError(
      'cannot_change',
      `${sent.join(', ')} of a coupon cannot change, because customers rely on it: ` +
        'create another coupon, and send isActive: false for this one',
    )
  }
  const { name, isActive } = input
  return db.transaction().execute(async (tx) => {
    // Giving the coupon takes the lock too, so a coupon being switched off cannot be given.
    await queries.lockCoupon(tx, key, 'update')
    const coupon = await queries.updateCoupon(tx, key, { name, isActive }, moment.now)
    if (!coupon) return notFound('Coupon')
    await publishCoupon(tx, key, 'updated', moment)
    return withTimesGiven(tx, key, coupon)
  })
}

/** Existing discounts continue: they read the coupon's terms, which remain stored. */
export async function deleteCoupon(db: Db, key: ScopedId, moment: Moment): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await queries.lockCoupon(tx, key, 'update')
    if (!(await queries.markCouponDeleted(tx, key, moment.now))) notFound('Coupon')
    await publishCoupon(tx, key, 'deleted', moment)
  })
}

/** Locks and returns a coupon that can be given; throws if it is deleted or inactive. */
export async function lockLiveCoupon(tx: Tx, key: ScopedId): Promise<Coupon> {
  const coupon = (await queries.lockCoupon(tx, key, 'share')) ?? notFound('Coupon')
  if (coupon.isDeleted) {
    throw new AppError('inconsistent', `The coupon ${coupon.name} was deleted; apply another one`)
  }
  if (!coupon.isActive) {
    throw new AppError(
      'inactive',
      `The coupon ${coupon.name} is not active; send isActive: true to PATCH ` +
        `/v1/coupons/${coupon.id} first, or apply another one`,
    )
  }
  return coupon
}

/** A coupon belongs to no customer. */
function publishCoupon(
  tx: Tx,
  { organizationId, id }: ScopedId,
  change: 'created' | 'updated' | 'deleted',
  moment: Moment,
): Promise<void> {
  return publishEvent(
    tx,
    { type: `coupon.${change}`, organizationId, customerId: null, id },
    moment,
  )
}
