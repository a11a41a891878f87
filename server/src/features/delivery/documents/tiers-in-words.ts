import { decimalFromInteger, sum, ZERO } from '../../../domain/money.ts'
import type { Packages, PricedTier } from '../../../domain/prices/pricing.ts'
import type { InvoiceLine } from '../../invoices/invoice.ts'
import { formatMoney, formatPrice, formatQuantity } from './format.ts'

const ONE = decimalFromInteger(1)

type Line = Pick<InvoiceLine, 'tiers' | 'pricingModel' | 'billed' | 'amount'>

/**
 * Returns the price of a line's units as one sentence, such as "First 1,000 at $0.99, next 240 at
 * $0.79", or null for a line without tiers. Its figures add up to the amount of the line: the
 * sentence also names the part on other invoices, and the exact sum if it was rounded.
 */
export function tiersInWords(line: Line, currency: string): string | null {
  if (line.tiers.length === 0) return null
  const each = (tier: PricedTier) => eachInWords(tier, currency)
  const words = line.tiers.map((tier, position) => {
    const units = formatQuantity(tier.units)
    if (line.pricingModel === 'credit_pool' && position === 0 && tier.lower.eq(ZERO)) {
      return poolInWords(tier, currency)
    }
    if (tier.packages) return `${packagesInWords(tier.packages)} ${each(tier)}`
    if (line.pricingModel === 'volume') return `All ${units} ${each(tier)}`
    const order = position === 0 ? (tier.lower.eq(ZERO) ? 'First ' : '') : 'next '
    return `${line.tiers.length === 1 ? '' : order}${units} ${each(tier)}`
  })
  return [words.join(', '), ...roundedIn(line, currency), ...otherwiseBilled(line, currency)].join(
    '; ',
  )
}

function eachInWords({ rate, flatFee }: PricedTier, currency: string): string {
  const fee = formatPrice(flatFee, currency)
  if (rate.eq(ZERO)) return flatFee.eq(ZERO) ? 'free' : `for ${fee}`
  const price = `at ${formatPrice(rate, currency)}`
  return flatFee.eq(ZERO) ? price : `${price} plus ${fee}`
}

function packagesInWords({ count, size }: Packages): string {
  const packages = count.eq(ONE) ? 'package' : 'packages'
  return `${formatQuantity(count)} ${packages} of ${formatQuantity(size)}`
}

function poolInWords({ units, upper, rate }: PricedTier, currency: string): string {
  const size = formatQuantity(upper ?? units)
  const price = rate.eq(ZERO) ? `${size} included` : `${size} for ${formatPrice(rate, currency)}`
  return units.eq(upper ?? units) ? price : `${price} (${formatQuantity(units)} used)`
}

/** Names the exact sum of the tiers if it is not the amount that was billed. */
function roundedIn({ tiers, amount, billed }: Line, currency: string): string[] {
  const exact = sum(tiers.map((tier) => tier.amount))
  const whole = amount.plus(billed?.amount ?? ZERO)
  if (exact.eq(whole)) return []
  return [`${formatPrice(exact, currency)} rounded to ${formatMoney(whole, currency)}`]
}

/** Names the units of these tiers that another line bills. */
function otherwiseBilled({ billed }: Line, currency: string): string[] {
  if (billed === null || (billed.quantity.eq(ZERO) && billed.amount.eq(ZERO))) return []
  const units = formatQuantity(billed.quantity)
  return [`less ${units} for ${formatMoney(billed.amount, currency)} billed separately`]
}
