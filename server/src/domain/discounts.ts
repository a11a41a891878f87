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
  /** Currency of amountOff. */
  currency: string | null
}

export type AppliedDiscount = Omit<Discount, 'currency'> & {
  /** Negative on a correction that takes back part of an earlier discount. */
  amount: Decimal
}

const HUNDRED = decimal('100')

/**
 * Returns the amount of each discount on a subtotal, zeros included. Each discount applies to what
 * the earlier ones left, in the given order: a percentage of it, or a fixed amount up to it. Each
 * is rounded once to the minor unit. A subtotal of zero or less, or a fixed amount in another
 * currency, gives zero. The subtotal must be a sum of rounded lines.
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

/** Never exceeds `left`: a percentage is at most 100, and `left` is already rounded. */
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

/** A discount with its limit of billing periods and the periods that use it. */
export type SuppliedDiscount = Discount & {
  /** Maximum number of periods; null: unlimited. */
  periods: number | null
  /** Keys of the periods in which other invoices, including drafts, use it. */
  usedIn: ReadonlySet<string>
}

/** Sums of other final invoices for a billing period. */
export type InvoicedPeriod = {
  /** Sum of their lines for the period. */
  subtotal: Decimal
  /** Discounts of the last final invoice that billed part of the period; null if none did. */
  discounts: readonly SuppliedDiscount[] | null
  /** Amount that each discount took off the period so far. */
  taken: readonly AppliedDiscount[]
}

/** Sums of one invoice for a billing period, before discounts. */
export type DiscountedPeriod = {
  /** Key of the period in `usedIn`. */
  period: string
  periodStart: Date
  /** Sum of the invoice's lines for the period. */
  subtotal: Decimal
  /** Undefined if no other final invoice has lines for the period. */
  invoiced: InvoicedPeriod | undefined
}

export type PeriodDiscount = AppliedDiscount & { periodStart: Date }

/**
 * Returns the discounts of an invoice, period by period. Discounts are computed on the sum of all
 * lines of a period, corrections included. The invoice takes the difference to what earlier final
 * invoices took, which is negative if the sum fell. The discounts of a period are those of the last
 * final invoice that billed part of it. A period not billed yet has the discounts in `live`.
 * Amounts of zero are included: they record the discounts of the period.
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

/**
 * Returns the discounts as an invoice shows them: one entry for each discount, summed over its
 * periods, without zeros.
 */
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
