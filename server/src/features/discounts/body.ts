import { termsBody } from '../coupons/body.ts'
import { periodsOf } from '../coupons/coupon.ts'
import type { GivenDiscount } from './queries.ts'
import type { Discount } from './schemas.ts'

export function toBody(
  discount: GivenDiscount & { customerExternalId: string | null },
  periodsUsed: number,
): Discount {
  const {
    id,
    couponId,
    customerId,
    customerExternalId,
    subscriptionId,
    dealId,
    name,
    createdAt,
    updatedAt,
    endedAt,
  } = discount
  const periods = endedAt === null ? periodsOf(discount) : periodsUsed
  return {
    id,
    couponId,
    customerId,
    customerExternalId,
    subscriptionId,
    dealId,
    name,
    ...termsBody(discount),
    periodsUsed,
    periodsLeft: periods === null ? null : Math.max(0, periods - periodsUsed),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
