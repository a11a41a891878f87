import type { Decimal } from '../../../domain/money.ts'
import type { StrategyPrice } from '../../../domain/prices/strategy.ts'
import type { StrategyPriceBody } from './dated-fields.ts'
import type { DatedPrice } from './dated-price.ts'
import { priceFields } from './strategy.ts'

/** Builds the numbers of a price as the API returns them. */
export function priceBody(price: StrategyPrice) {
  const { pricingModel, rate, packageSize, tiers } = priceFields(price)
  return {
    pricingModel,
    rate: rate && jsonNumber(rate),
    packageSize: packageSize && jsonNumber(packageSize),
    tiers:
      tiers?.map((tier) => ({
        lower: jsonNumber(tier.lower),
        upper: tier.upper && jsonNumber(tier.upper),
        rate: jsonNumber(tier.rate),
        flatFee: jsonNumber(tier.flatFee),
      })) ?? null,
  }
}

/** Builds a dated price as the API returns it. */
export function datedBody({ id, changeId, from, audience, price }: DatedPrice): StrategyPriceBody {
  return { id, changeId, effectiveFrom: from, audience, ...priceBody(price) }
}

/** Builds the first price of a strategy as the API returns it. */
export function firstBody(price: StrategyPrice): StrategyPriceBody {
  const first = { id: null, changeId: null, effectiveFrom: null, audience: 'everyone' as const }
  return { ...first, ...priceBody(price) }
}

/** Converts exactly: prices without an exact JSON number are rejected on input. */
function jsonNumber(value: Decimal): number {
  return Number(value.toFixed())
}
