import { formatPeriod } from '../values/dates.ts'
import { formatAmount, formatCount, formatPrice } from '../values/money.ts'
import type { BillDates, BillLine, BillTier } from './bill.ts'

/**
 * Returns the agent and signal of a line, and its days if they differ from the invoice's period.
 */
export function aboutLine(line: BillLine, dates: BillDates | undefined): string[] {
  const { agentName, signalName, periodStart, periodEnd } = line
  const work = signalName == null ? [] : [[agentName, signalName].filter(Boolean).join(' – ')]
  if (dates === undefined || periodStart === undefined || periodEnd === undefined) return work
  const isWhole = periodStart === dates.periodStart && periodEnd === dates.periodEnd
  if (isWhole) return work
  return [...work, formatPeriod({ start: periodStart, end: periodEnd }, dates.timeZone)]
}

/** Returns how a fee was prorated, such as "Prorated: 2 × $10.00 × 12 of 30 days". */
export function prorationOf({ proration, quantity, unitPrice }: BillLine, currency: string) {
  if (proration == null) return undefined
  const days = `${formatCount(proration.daysCovered)} of ${formatCount(proration.daysFull)} days`
  if (unitPrice === null) return `Prorated: ${days}`
  const price = formatPrice(unitPrice, currency)
  const fee = quantity === 1 ? price : `${formatCount(quantity)} × ${price}`
  return `Prorated: ${fee} × ${days}`
}

/**
 * Returns quantity and unit price, for layouts without columns; undefined if the amount alone says
 * it.
 */
export function priceInWords({ quantity, unitPrice, amount }: BillLine, currency: string) {
  if (unitPrice === null) return `Quantity: ${formatCount(quantity)}`
  const price = formatPrice(unitPrice, currency)
  const isAmount = quantity === 1 && price === formatAmount(amount, currency)
  return isAmount ? undefined : `${formatCount(quantity)} × ${price}`
}

type TierWords = { range: string; units: string; rate: string; amount: string }

/**
 * Returns one tier of a line as units × rate + flat fee = amount, as packages × rate, or as the
 * single price of a pool.
 */
export function tierInWords(
  tier: BillTier,
  {
    position,
    pricingModel,
    currency,
  }: {
    position: number
    pricingModel: BillLine['pricingModel']
    currency: string
  },
): TierWords {
  const [units, price] = [formatCount(tier.units), formatPrice(tier.rate, currency)]
  const rate = tier.flatFee === 0 ? price : `${price} + ${formatPrice(tier.flatFee, currency)}`
  const amount = formatPrice(tier.amount, currency)
  if (pricingModel === 'credit_pool' && position === 0 && tier.lower === 0) {
    const size = formatCount(tier.upper ?? tier.units)
    return { range: `Pool of ${size}`, units: `${units} used`, rate: 'fixed price', amount }
  }
  if (tier.packages) {
    const { count, size } = tier.packages
    return {
      range: `Packages of ${formatCount(size)}`,
      units,
      rate: `${formatCount(count)} × ${price}`,
      amount,
    }
  }
  if (pricingModel === 'volume' && !isUnlimited(tier)) {
    return { range: `All, at the rate ${lowerCase(rangeOf(tier))}`, units, rate, amount }
  }
  return { range: rangeOf(tier), units, rate, amount }
}

const isUnlimited = ({ lower, upper }: BillTier) => upper === null && lower === 0

function rangeOf(tier: BillTier): string {
  const { lower, upper } = tier
  if (isUnlimited(tier)) return 'All units'
  if (upper === null) return `Above ${formatCount(lower)}`
  return lower === 0
    ? `Up to ${formatCount(upper)}`
    : `Above ${formatCount(lower)}, up to ${formatCount(upper)}`
}

const lowerCase = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
