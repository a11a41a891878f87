import assert from 'node:assert/strict'
import { type Decimal, decimal } from '../money.ts'
import { parseTiers, type Tiers, type UsagePricing } from './pricing.ts'
import type { StrategyPrice } from './strategy.ts'

/** A change of every rate and fee of a price. Without `decimals` the result is exact. */
export type Scaling = { percent: Decimal; decimals: number | undefined }

const HUNDRED = decimal('100')

/**
 * Returns a price with each rate and each fee × (1 + percent/100), rounded half away from zero to the
 * number of decimals. Bounds of tiers and sizes of packages stay.
 */
export function scalePrice(price: StrategyPrice, scaling: Scaling): StrategyPrice {
  if (price.chargeType !== 'usage') return { ...price, rate: scaled(price.rate, scaling) }
  const { chargeType, signalId, pricing } = price
  return { chargeType, signalId, pricing: scalePricing(pricing, scaling) }
}

/** Returns every rate and fee of a price. */
export function amountsOf(price: StrategyPrice): Decimal[] {
  if (price.chargeType !== 'usage') return [price.rate]
  const { pricing } = price
  if (pricing.pricingModel === 'flat' || pricing.pricingModel === 'package') return [pricing.rate]
  return pricing.tiers.flatMap(({ rate, flatFee }) => [rate, flatFee])
}

function scalePricing(pricing: UsagePricing, scaling: Scaling): UsagePricing {
  switch (pricing.pricingModel) {
    case 'flat':
    case 'package':
      return { ...pricing, rate: scaled(pricing.rate, scaling) }
    default:
      return { ...pricing, tiers: scaleTiers(pricing.tiers, pricing.pricingModel, scaling) }
  }
}

function scaleTiers(
  tiers: Tiers,
  model: Parameters<typeof parseTiers>[1],
  scaling: Scaling,
): Tiers {
  const rows = tiers.map(({ lower, upper, rate, flatFee }) => ({
    lower: lower.toFixed(),
    upper: upper?.toFixed() ?? null,
    rate: scaled(rate, scaling).toFixed(),
    flatFee: scaled(flatFee, scaling).toFixed(),
  }))
  const parsed = parseTiers(rows, model)
  assert(parsed.ok, 'scaled tiers have the bounds of valid ones')
  return parsed.tiers
}

function scaled(amount: Decimal, { percent, decimals }: Scaling): Decimal {
  const exact = amount.times(HUNDRED.plus(percent)).times(decimal('0.01'))
  return decimals === undefined ? exact : exact.round(decimals)
}
