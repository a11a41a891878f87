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
  /** What other invoices of the same period have taken of it; null where none has. */
  taken: Decimal | null
}

export type AppliedDiscount = {
  discountId: string
  couponId: string
  name: string
  /** One of the two. */
  percentOff: Decimal | null
  amountOff: Decimal | null
  /** What it took off; negative only on a part of a period that is a credit. */
  amount: Decimal
}

const HUNDRED = decimal('100')

/**
 * What discounts take off a subtotal. In the given order each takes from what those before it left:
 * a percentage of it, or a fixed amount up to it, rounded once to the minor unit. One that takes
 * nothing is not applied, so that it is not used up: on nothing or a credit, after others have taken
 * all, or a fixed amount in another currency. A percentage that other parts of the same period had
 * counts for a part that is a credit too, so that parts add up. The subtotal is a sum of rounded lines.
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
    if (amount.eq(ZERO)) continue
    const { discountId, couponId, name, percentOff, amountOff } = discount
    applied.push({ discountId, couponId, name, percentOff, amountOff, amount })
    left = left.minus(amount)
  }
  return { applied, discountTotal: sum(applied.map(({ amount }) => amount)) }
}

/** Never more than is left: a percentage is at most 100, and what is left is rounded already. */
function amountTaken(discount: Discount, left: Decimal, currency: string): Decimal {
  const { percentOff, amountOff, taken } = discount
  if (left.lte(ZERO) && (percentOff === null || taken === null)) return ZERO
  if (percentOff !== null) {
    return roundToMinorUnit(left.times(percentOff).div(HUNDRED), currency)
  }
  if (amountOff === null || discount.currency !== currency) return ZERO
  const rest = roundToMinorUnit(amountOff, currency).minus(taken ?? ZERO)
  if (rest.lte(ZERO)) return ZERO
  return rest.gt(left) ? left : rest
}

/** A coupon's discount, and what it took in the periods that other invoices have used it for. */
export type SuppliedDiscount = Omit<Discount, 'taken'> & {
  /** How many periods it is for; null: all. */
  periods: number | null
  takenIn: ReadonlyMap<string, Decimal>
}

/** What an invoice has of one billing period, before discounts. `period` is its key in takenIn. */
export type PeriodSubtotal = { period: string; periodStart: Date; subtotal: Decimal }

export type PeriodDiscount = AppliedDiscount & { periodStart: Date }

/**
 * What discounts take off an invoice, period by period: a coupon counts periods, however many
 * invoices are parts of one. A percentage applies to each part; a fixed amount is used up across them.
 */
export function applyDiscountsByPeriod(
  subtotals: readonly PeriodSubtotal[],
  supplied: readonly SuppliedDiscount[],
  currency: string,
): { applied: PeriodDiscount[]; discountTotal: Decimal } {
  const used = new Map(
    supplied.map(({ discountId, takenIn }) => [discountId, new Set(takenIn.keys())]),
  )
  const applied = subtotals.flatMap(({ period, periodStart, subtotal }) => {
    const available = supplied.flatMap(({ periods, takenIn, ...discount }) => {
      const usedIn = used.get(discount.discountId)
      const isLeft = periods === null || (usedIn?.size ?? 0) < periods || usedIn?.has(period)
      return isLeft ? [{ ...discount, taken: takenIn.get(period) ?? null }] : []
    })
    const taken = applyDiscounts(subtotal, available, currency).applied
    for (const { discountId } of taken) used.get(discountId)?.add(period)
    return taken.map((one) => ({ ...one, periodStart }))
  })
  return { applied, discountTotal: sum(applied.map(({ amount }) => amount)) }
}

/** As an invoice shows them: each discount once, whatever number of periods it is for. */
export function mergeDiscounts<T extends AppliedDiscount>(
  applied: readonly T[],
): AppliedDiscount[] {
  const merged = new Map<string, AppliedDiscount>()
  for (const { discountId, couponId, name, percentOff, amountOff, amount } of applied) {
    const before = merged.get(discountId)?.amount ?? ZERO
    const total = before.plus(amount)
    merged.set(discountId, { discountId, couponId, name, percentOff, amountOff, amount: total })
  }
  return [...merged.values()]
}
