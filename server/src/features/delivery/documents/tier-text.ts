import { isZero } from '../../../domain/money.ts'
import type { PricedTier } from '../../../domain/prices/pricing.ts'
import type { InvoiceLine } from '../../invoices/invoice.ts'
import { formatPrice, formatQuantity } from './format.ts'

/**
 * Explains how the tiers of a line priced its units, with one sentence for each tier that applied.
 */
export function tierTexts(line: InvoiceLine, currency: string): string[] {
  const { tiers, pricingModel } = line
  return tiers.map((tier, position) => {
    const price = formatPrice(tier.rate, currency)
    const units = formatQuantity(tier.units)
    const fee = isZero(tier.flatFee) ? '' : formatPrice(tier.flatFee, currency)
    if (pricingModel === 'volume' && !isUnlimited(tier)) {
      const each = `All ${units} at the rate ${lowerCase(rangeOf(tier))}: ${price} each`
      return fee === '' ? each : `${each}, plus ${fee}`
    }
    if (pricingModel === 'credit_pool' && position === 0 && isZero(tier.lower)) {
      return `Pool of ${formatQuantity(tier.upper ?? tier.units)} for ${price}: ${units} used`
    }
    // A single tier would only repeat the amount of the line.
    const isAll = tiers.length === 1 && tier.amount.eq(line.amount)
    const sum = isAll ? '' : ` = ${formatPrice(tier.amount, currency)}`
    if (tier.packages) {
      const { count, size } = tier.packages
      return `Packages of ${formatQuantity(size)}: ${formatQuantity(count)} × ${price}${sum}`
    }
    return `${rangeOf(tier)}: ${units} × ${price}${fee === '' ? '' : ` + ${fee}`}${sum}`
  })
}

const isUnlimited = ({ lower, upper }: PricedTier) => upper === null && isZero(lower)

function rangeOf(tier: PricedTier): string {
  const { lower, upper } = tier
  if (isUnlimited(tier)) return 'All units'
  if (upper === null) return `Above ${formatQuantity(lower)}`
  return isZero(lower)
    ? `Up to ${formatQuantity(upper)}`
    : `Above ${formatQuantity(lower)}, up to ${formatQuantity(upper)}`
}

const lowerCase = (range: string) => range.charAt(0).toLowerCase() + range.slice(1)
