import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import { lockLiveCoupon } from '../coupons/service.ts'
import { withExternalIds } from '../customers/external-ids.ts'
import { lockCustomer } from '../customers/lock.ts'
import { findSubscription, findSubscriptionOf } from '../subscriptions/read.ts'
import { toBody } from './body.ts'
import * as queries from './queries.ts'
import type { Discount, DiscountCreate, DiscountList, DiscountListQuery } from './schemas.ts'
import { listUses } from './usage-queries.ts'

/**
 * Applies a coupon to a customer or to one of its subscriptions, at most once to each at a time.
 */
export async function createDiscount(
  db: Db,
  { organizationId, input }: { organizationId: string; input: DiscountCreate },
  now: Date,
): Promise<Discount> {
  const asked = await findReceiver(db, organizationId, input)
  return db.transaction().execute(async (tx) => {
    // Locks the customer first, as the deletion of a subscription does, so that both serialize.
    const receiver = await lockReceiver(tx, asked)
    const coupon = await lockLiveCoupon(tx, { organizationId, id: input.couponId })
    const discount = { organizationId, id: newId(), couponId: coupon.id, ...receiver }
    const same = await queries.findSameDiscount(tx, discount)
    if (same !== undefined) {
      throw new AppError(
        'conflict',
        `The coupon ${coupon.name} is already applied, by the discount ${same}; ` +
          `end that first with DELETE /v1/discounts/${same}`,
      )
    }
    await queries.insertDiscount(tx, discount, now)
    return getDiscount(tx, discount)
  })
}

type Receiver = { customerId: string; subscriptionId: string | null }

/** The receiver in the request, and the owner of the subscription in the request. */
type AskedReceiver = Receiver & { organizationId: string; ownerId: string | undefined }

/**
 * Returns the receiver. A subscription determines the customer; a customer id in the request must
 * match it.
 */
async function findReceiver(
  db: Db,
  organizationId: string,
  input: DiscountCreate,
): Promise<AskedReceiver> {
  const subscriptionId = input.subscriptionId?.toLowerCase() ?? null
  const subscription =
    subscriptionId && (await findSubscription(db, { organizationId, id: subscriptionId }))
  const ownerId = subscription ? subscription.customerId : undefined
  const customerId = input.customerId ?? ownerId
  if (customerId !== undefined) return { organizationId, customerId, subscriptionId, ownerId }
  if (subscriptionId !== null) notFound('Subscription')
  throw new AppError('invalid', [
    'customerId or subscriptionId is missing: send customerId to reduce all invoices of the ' +
      'customer, or subscriptionId for one subscription',
  ])
}

async function lockReceiver(
  tx: Tx,
  { organizationId, customerId: askedId, subscriptionId, ownerId }: AskedReceiver,
): Promise<Receiver> {
  const { id: customerId } = await lockCustomer(tx, { organizationId, id: askedId }, 'update')
  if (subscriptionId === null) return { customerId, subscriptionId }
  if (ownerId !== undefined && ownerId !== customerId) {
    throw new AppError(
      'inconsistent',
      `The subscription ${subscriptionId} does not belong to the customer ${customerId}; leave customerId out`,
    )
  }
  // Checked again, now that it can no longer be deleted.
  const key = { organizationId, customerId, id: subscriptionId }
  if (!(await findSubscriptionOf(tx, key))) notFound('Subscription')
  return { customerId, subscriptionId }
}

export async function getDiscount(db: Db, key: ScopedId): Promise<Discount> {
  const discount = (await queries.findDiscount(db, key)) ?? notFound('Discount')
  const [body] = await toBodies(db, key.organizationId, [discount])
  return body ?? notFound('Discount')
}

export async function listDiscounts(
  db: Db,
  organizationId: string,
  query: DiscountListQuery,
): Promise<DiscountList> {
  const page = pageOf(query)
  const { customerId, subscriptionId, couponId, sortBy, sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, customerId, subscriptionId, couponId, updatedSince }
  const { discounts, total } = await queries.listDiscounts(db, filter, {
    sortBy,
    sortOrder,
    ...page,
  })
  return listAnswer(page, await toBodies(db, organizationId, discounts), total)
}

/** Ends a discount as of now in business time; waits for an invoice that is being computed. */
export async function endDiscount(db: Db, key: ScopedId, moment: Moment): Promise<void> {
  const { customerId } = (await queries.findDiscount(db, key)) ?? notFound('Discount')
  await queries.markDiscountEnded(db, { ...key, customerId }, moment)
}

async function toBodies(
  db: Db,
  organizationId: string,
  discounts: readonly queries.GivenDiscount[],
): Promise<Discount[]> {
  const [uses, named] = await Promise.all([
    listUses(db, {
      organizationId,
      customerIds: [...new Set(discounts.map(({ customerId }) => customerId))],
      discountIds: discounts.map(({ id }) => id),
      exceptInvoiceId: null,
    }),
    withExternalIds(db, organizationId, discounts),
  ])
  const periodsUsed = (id: string) => uses.filter(({ discountId }) => discountId === id).length
  return named.map((discount) => toBody(discount, periodsUsed(discount.id)))
}
