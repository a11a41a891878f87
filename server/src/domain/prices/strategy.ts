import type { Decimal } from '../money.ts'
import type { DatedPrices } from './price-in-force.ts'
import type { UsagePricing } from './pricing.ts'

/** Charge type of a strategy and its price. */
export type StrategyPrice = UsagePrice | Fee

/** `pricing` applies to all usage of the signal in a billing period. */
type UsagePrice = { chargeType: 'usage'; signalId: string; pricing: UsagePricing }

/** `rate` is per billing period, per seat and billing period, or once. */
type Fee = { chargeType: FeeType; rate: Decimal }
export type FeeType = 'recurring' | 'seat_based' | 'onetime'

/**
 * Identity of one priced item of a plan. Its own price is the first one; `dated` are those that
 * follow. Only `priceInForce` reads either.
 */
type Named = { id: string; name: string; dated?: DatedPrices }
export type UsageStrategy = Named & UsagePrice
export type FeeStrategy = Named & Fee
export type PricedStrategy = UsageStrategy | FeeStrategy

export function isUsageStrategy<S extends { chargeType: string }>(
  strategy: S,
): strategy is S & { chargeType: 'usage' } {
  return strategy.chargeType === 'usage'
}
