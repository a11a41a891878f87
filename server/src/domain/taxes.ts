import { roundToMinorUnit } from './currency.ts'
import { type Decimal, decimal, sum } from './money.ts'

export type TaxRate = {
  taxRateId: string
  name: string
  /** 19 for 19 %. */
  percentage: Decimal
  /** True when prices already include the tax. */
  isInclusive: boolean
}

export type AppliedTax = TaxRate & {
  /** Net amount without any tax; identical for every tax of an invoice. */
  taxableAmount: Decimal
  amount: Decimal
}

const HUNDRED = decimal('100')

/**
 * Returns the taxes on the amount after discounts, each rounded once, in the order of the rates.
 * Inclusive taxes are part of the amount, which is split into them and the net. Exclusive taxes are
 * a percentage of that net and are added. A reader of the invoice can recompute each:
 *
 *     exclusive tax = net × percentage / 100
 *     inclusive tax = (net + all inclusive taxes) × percentage / (100 + all inclusive percentages)
 *
 * The net, shown as taxableAmount, is the amount less the rounded inclusive taxes, so that they add
 * up exactly. A negative amount gives the same taxes with the opposite sign.
 */
export function applyTaxes(
  taxable: Decimal,
  rates: readonly TaxRate[],
  currency: string,
): { applied: AppliedTax[]; taxTotal: Decimal; addedTotal: Decimal } {
  const inclusive = rates.filter(({ isInclusive }) => isInclusive)
  const divisor = HUNDRED.plus(sum(inclusive.map(({ percentage }) => percentage)))
  // Rounding the quotient to 40 decimals first cannot change the result: amount and percentages
  // have few decimals, so the quotient is a tie or far from one.
  const part = ({ percentage }: TaxRate) =>
    roundToMinorUnit(taxable.times(percentage).div(divisor), currency)
  const net = taxable.minus(sum(inclusive.map(part)))
  const applied = rates.map(({ taxRateId, name, percentage, isInclusive }) => {
    const rate = { taxRateId, name, percentage, isInclusive }
    const amount = isInclusive
      ? part(rate)
      : roundToMinorUnit(net.times(percentage).div(HUNDRED), currency)
    return { ...rate, taxableAmount: net, amount }
  })
  const totalOf = (taxes: readonly AppliedTax[]) => sum(taxes.map(({ amount }) => amount))
  return {
    applied,
    taxTotal: totalOf(applied),
    addedTotal: totalOf(applied.filter(({ isInclusive }) => !isInclusive)),
  }
}
