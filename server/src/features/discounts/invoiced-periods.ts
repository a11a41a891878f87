import type {
  AppliedDiscount,
  Discount,
  InvoicedPeriod,
  SuppliedDiscount,
} from '../../domain/discounts.ts'
import { type Decimal, sum, ZERO } from '../../domain/money.ts'

/** The sum of a final invoice's lines for a billing period. */
export type InvoicedLines = {
  invoiceId: string
  periodStart: Date
  amount: Decimal
  /** False if the invoice only corrects the period. */
  billsTime: boolean
}

/** The amount by which a discount reduced a billing period in a final invoice. */
export type InvoicedDiscount = AppliedDiscount & { invoiceId: string; periodStart: Date }

/**
 * Returns the amounts in final invoices of one subscription for each billing period, by the epoch
 * milliseconds of its start. Both lists are in the order in which the invoices became final.
 * `supply` adds the limits of a discount; it returns nothing for an unknown one.
 */
export function invoicedPeriods({
  lines,
  discounts,
  currency,
  supply,
}: {
  lines: readonly InvoicedLines[]
  discounts: readonly InvoicedDiscount[]
  currency: string
  supply: (terms: Discount) => SuppliedDiscount[]
}): Map<number, InvoicedPeriod> {
  const periods = new Map<number, InvoicedPeriod>()
  for (const { periodStart } of [...lines, ...discounts]) {
    const start = periodStart.getTime()
    if (periods.has(start)) continue
    const ownLines = lines.filter((one) => one.periodStart.getTime() === start)
    const own = discounts.filter((one) => one.periodStart.getTime() === start)
    const last = ownLines.findLast(({ billsTime }) => billsTime)
    const ofLast = own.filter(({ invoiceId }) => invoiceId === last?.invoiceId)
    periods.set(start, {
      subtotal: sum(ownLines.map(({ amount }) => amount)),
      discounts: last
        ? ofLast.flatMap((one) => supply({ ...termsOf(one), currency: currencyOf(one, currency) }))
        : null,
      taken: takenBy(own),
    })
  }
  return periods
}

function takenBy(discounts: readonly InvoicedDiscount[]): AppliedDiscount[] {
  const taken = new Map<string, AppliedDiscount>()
  for (const one of discounts) {
    const before = taken.get(one.discountId)?.amount ?? ZERO
    taken.set(one.discountId, { ...termsOf(one), amount: before.plus(one.amount) })
  }
  return [...taken.values()]
}

function termsOf({ discountId, couponId, name, percentOff, amountOff }: InvoicedDiscount) {
  return { discountId, couponId, name, percentOff, amountOff }
}

/** Returns the invoice's currency for a fixed amount, which applies only in its own currency. */
const currencyOf = ({ amountOff }: InvoicedDiscount, currency: string) =>
  amountOff === null ? null : currency
