import { roundToMinorUnit } from './currency.ts'
import { type Decimal, decimal, sum, ZERO } from './money.ts'

/** What a coupon takes off: one of percentOff, or amountOff and its currency. */
export type Discount = {
  discountId: string
  couponId: string
  name: string
  /** 10 for 10 %. */
  percentOff: Decimal | null
  amountOff: Decimal | null
  /** Of amountOff. */
  currency: string | null
}

export type AppliedDiscount = {
  discountId: string
  couponId: string
  name: string
  /** One of the two. */
  percentOff: Decimal | null
  amountOff: Decimal | null
  /** What it took off; positive. */
  amount: Decimal
}

const HUNDRED = decimal('100')

/**
 * What discounts take off a subtotal. In the given order each takes from what those before it left:
 * a percentage of it, or a fixed amount up to it, rounded once to the minor unit. One that takes
 * nothing is not applied, so that it is not used up: on nothing or a credit, after others have taken
 * all, or a fixed amount in another currency. The subtotal is a sum of rounded lines.
 */
export function applyDiscounts(
  subtotal: Decimal,
  discounts: readonly Discount[],
  currency: string,
): { applied: AppliedDiscount[]; discountTotal: Decimal } {
  const applied: AppliedDiscount[] = []
  let left = subtotal
  for (const discount of discounts) {
    const amount = amountTaken(discount, left, currency)
    if (amount.lte(ZERO)) continue
    const { discountId, couponId, name, percentOff, amountOff } = discount
    applied.push({ discountId, couponId, name, percentOff, amountOff, amount })
    left = left.minus(amount)
  }
  return { applied, discountTotal: sum(applied.map(({ amount }) => amount)) }
}

/** Never more than is left: a percentage is at most 100, and what is left is rounded already. */
function amountTaken(discount: Discount, left: Decimal, currency: string): Decimal {
  if (left.lte(ZERO)) return ZERO
  const { percentOff, amountOff } = discount
  if (percentOff !== null) {
    return roundToMinorUnit(left.times(percentOff).div(HUNDRED), currency)
  }
  if (amountOff === null || discount.currency !== currency) return ZERO
  const amount = roundToMinorUnit(amountOff, currency)
  return amount.gt(left) ? left : amount
}
