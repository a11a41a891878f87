import { roundToMinorUnit } from './currency.ts'
import { type Decimal, decimal, sum, ZERO } from './money.ts'

/** The terms of a discount: percentOff, or amountOff with its currency. */
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

export type AppliedDiscount = Omit<Discount, 'currency'> & {
  /** Negative on a correction: the share of an earlier discount that the correction takes back. */
  amount: Decimal
}

const HUNDRED = decimal('100')

/**
 * Returns the amount that each discount takes off a subtotal, zeros included. In the given order each
 * takes from what the earlier ones left: a percentage of it, or a fixed amount up to it, rounded once to
 * the minor unit. A subtotal of zero or less, and a fixed amount in another currency, give zero. The
 * subtotal is a sum of rounded lines.
 */
export function applyDiscounts(
  subtotal: Decimal,
  discounts: readonly Discount[],
  currency: string,
): AppliedDiscount[] {
  let left = subtotal
  return discounts.map((discount) => {
    const amount = amountTaken(discount, left, currency)
    left = left.minus(amount)
    return { ...termsOf(discount), amount }
  })
}

function termsOf({
  discountId,
  couponId,
  name,
  percentOff,
  amountOff,
}: Omit<Discount, 'currency'>) {
  return { discountId, couponId, name, percentOff, amountOff }
}

/** Never more than is left: a percentage is at most 100, and what is left is rounded already. */
function amountTaken(discount: Discount, left: Decimal, currency: string): Decimal {
  const { percentOff, amountOff } = discount
  if (left.lte(ZERO)) return ZERO
  if (percentOff !== null) {
    return roundToMinorUnit(left.times(percentOff).div(HUNDRED), currency)
  }
  if (amountOff === null || discount.currency !== currency) return ZERO
  const off = roundToMinorUnit(amountOff, currency)
  return off.gt(left) ? left : off
}

/** A discount with the billing periods that it is limited to and those that use it. */
export type SuppliedDiscount = Discount & {
  /** The number of periods that it may be used in; null: unlimited. */
  periods: number | null
  /** Keys of the periods in which other invoices use it, drafts included. */
  usedIn: ReadonlySet<string>
}

/** What other final invoices have of a billing period. */
export type InvoicedPeriod = {
  /** The sum of their lines that belong to it. */
  subtotal: Decimal
  /** The discounts of the last of them that billed time of it; null if none did. */
  discounts: readonly SuppliedDiscount[] | null
  /** The sums that each discount took of it. */
  taken: readonly AppliedDiscount[]
}

/** What an invoice has of a billing period, before discounts. */
export type DiscountedPeriod = {
  /** The key of the period in `usedIn`. */
  period: string
  periodStart: Date
  /** The sum of the invoice's lines that belong to it. */
  subtotal: Decimal
  /** Undefined if no other final invoice has anything of it. */
  invoiced: InvoicedPeriod | undefined
}

export type PeriodDiscount = AppliedDiscount & { periodStart: Date }

/**
 * Returns the discounts of an invoice, period by period. The discount of a period follows from the sum
 * of all its lines, corrections included; the invoice takes the difference to what earlier final
 * invoices took, which is negative if the sum fell. The discounts of a period are those of the last
 * final invoice that billed time of it; a period that none billed has the discounts in `live`.
 * Amounts of zero are included: they record which discounts the period has.
 */
export function applyDiscountsByPeriod(
  periods: readonly DiscountedPeriod[],
  live: readonly SuppliedDiscount[],
  currency: string,
): { applied: PeriodDiscount[]; discountTotal: Decimal } {
  const used = new Map<string, Set<string>>()
  const applied = periods.flatMap(({ period, periodStart, subtotal, invoiced }) => {
    const taken = new Map(invoiced?.taken.map((one) => [one.discountId, one.amount]))
    const takenOf = (discountId: string) => taken.get(discountId) ?? ZERO
    const available = (invoiced?.discounts ?? live).filter((discount) => {
      const { discountId, periods: limit, usedIn } = discount
      const uses = used.get(discountId) ?? new Set(usedIn)
      used.set(discountId, uses)
      const isLeft = limit === null || uses.size < limit || uses.has(period)
      return isLeft || !takenOf(discountId).eq(ZERO)
    })
    const total = subtotal.plus(invoiced?.subtotal ?? ZERO)
    const due = applyDiscounts(total, available, currency)
    for (const { discountId, amount } of due) {
      if (!amount.eq(ZERO)) used.get(discountId)?.add(period)
    }
    const gone = (invoiced?.taken ?? []).filter(
      ({ discountId, amount }) =>
        !amount.eq(ZERO) && !due.some((one) => one.discountId === discountId),
    )
    return [...due, ...gone.map((one) => ({ ...termsOf(one), amount: ZERO }))].map((one) => ({
      ...one,
      amount: one.amount.minus(takenOf(one.discountId)),
      periodStart,
    }))
  })
  return { applied, discountTotal: sum(applied.map(({ amount }) => amount)) }
}

/** The discounts as an invoice shows them: each once for all its periods, without those of zero. */
export function mergeDiscounts<T extends AppliedDiscount>(
  applied: readonly T[],
): AppliedDiscount[] {
  const merged = new Map<string, AppliedDiscount>()
  for (const { amount, ...discount } of applied) {
    const before = merged.get(discount.discountId)?.amount ?? ZERO
    merged.set(discount.discountId, { ...termsOf(discount), amount: before.plus(amount) })
  }
  return [...merged.values()].filter(({ amount }) => !amount.eq(ZERO))
}
