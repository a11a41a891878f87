import { formatCount, formatPrice, type MoneyValue } from '../values/money.ts'

type PriceTier = { upper: MoneyValue | null; rate: MoneyValue; flatFee?: MoneyValue }

/** A price, saved or being edited. */
export type Price = {
  chargeType: 'usage' | 'recurring' | 'seat_based' | 'onetime'
  pricingModel?: 'flat' | 'package' | 'graduated' | 'volume' | 'credit_pool' | null
  rate?: MoneyValue | null
  packageSize?: MoneyValue | null
  tiers?: readonly PriceTier[] | null
  billTiming?: 'arrears' | 'advance' | null
}

/** Name of a billing period, such as "month", if known. */
type Period = string

/** More tiers than this are better shown as a table. */
const TIERS_TOLD = 4

/**
 * Returns a price as a sentence, such as "First 1,000 free, then $0.90 each, above 10,000 $0.70
 * each". The counted unit is shown next to it, so the sentence needs no plural.
 */
export function priceInWords(price: Price, currency: string, period: Period = 'period'): string {
  const money = (value: MoneyValue) => formatPrice(value, currency)
  const rate = price.rate ?? 0
  const when = price.billTiming === 'advance' ? ', in advance' : ''
  switch (price.chargeType) {
    case 'recurring':
      return isNothing(rate) ? 'Free' : `${money(rate)} every ${period}${when}`
    case 'seat_based':
      return isNothing(rate)
        ? 'Seats are free'
        : `${money(rate)} for each seat every ${period}${when}`
    case 'onetime':
      return isNothing(rate) ? 'Free' : `${money(rate)} once, at the start`
    case 'usage':
      return usageInWords(price, money)
  }
}

/** Returns the sentence after a name, such as "Tickets: first 1,000 free, then $0.90 each". */
export function namedPrice(price: Price & { name: string }, currency: string): string {
  const words = priceInWords(price, currency)
  return `${price.name}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

type Money = (value: MoneyValue) => string

function usageInWords({ pricingModel, rate, packageSize, tiers }: Price, money: Money): string {
  const each = (value: MoneyValue) => (isNothing(value) ? 'free' : `${money(value)} each`)
  const eachOf = ({ rate: perUnit, flatFee = 0 }: PriceTier) => {
    if (isNothing(flatFee)) return each(perUnit)
    return isNothing(perUnit) ? `${money(flatFee)} flat` : `${each(perUnit)} plus ${money(flatFee)}`
  }
  const [first, ...others] = tiers ?? []
  if (pricingModel === 'package') {
    const size = formatCount(packageSize ?? 0)
    return isNothing(rate ?? 0) ? 'Free' : `${money(rate ?? 0)} for every ${size} begun`
  }
  if (pricingModel === 'flat' || first === undefined) return upperFirst(each(rate ?? 0))
  if (pricingModel === 'credit_pool') return poolInWords(first, others[0], { money, each })
  // A single tier covers every unit in all pricing models.
  if (others.length === 0) return upperFirst(eachOf(first))
  return pricingModel === 'volume'
    ? volumeInWords([first, ...others], eachOf)
    : graduatedInWords(first, others, eachOf)
}

function graduatedInWords(
  first: PriceTier,
  others: readonly PriceTier[],
  each: (tier: PriceTier) => string,
): string {
  const at = isNothing(first.rate) ? (isNothing(first.flatFee ?? 0) ? '' : 'for ') : 'at '
  const start = `First ${formatCount(first.upper ?? 0)} ${at}${each(first)}`
  const lowers = [first, ...others].map(({ upper }) => formatCount(upper ?? 0))
  const told = others.map((tier, index) =>
    index === 0 ? `then ${each(tier)}` : `above ${lowers[index]} ${each(tier)}`,
  )
  return [start, ...shortened(told)].join(', ')
}

function volumeInWords(tiers: readonly PriceTier[], each: (tier: PriceTier) => string): string {
  const told = tiers.map((tier) =>
    tier.upper === null
      ? `above that ${each(tier)}`
      : `up to ${formatCount(tier.upper)} ${each(tier)}`,
  )
  return `All units at one rate, by the total: ${shortened(told).join(', ')}`
}

function poolInWords(
  pool: PriceTier,
  overage: PriceTier | undefined,
  { money, each }: { money: Money; each: (value: MoneyValue) => string },
): string {
  const size = formatCount(pool.upper ?? 0)
  const start = isNothing(pool.rate) ? `${size} included` : `${money(pool.rate)} for ${size}`
  return overage === undefined ? start : `${start}, then ${each(overage.rate)}`
}

/** Returns the first and last texts, with the number of texts in between. */
function shortened(told: readonly string[]): string[] {
  const last = told.at(-1)
  if (told.length <= TIERS_TOLD || last === undefined) return [...told]
  const between = told.length - TIERS_TOLD
  return [...told.slice(0, TIERS_TOLD - 1), `${between} more tiers`, last]
}

/** Returns true for zero in any notation: "0", 0 and "0.00". */
function isNothing(value: MoneyValue): boolean {
  return Number(value) === 0
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
