import type { Decimal } from '../money.ts'
import type { UsagePricing } from './pricing.ts'

/** When something is charged and at which price. */
export type StrategyPrice = UsagePrice | Fee

/** `pricing` is for all usage of the signal in a billing period. */
type UsagePrice = { chargeType: 'usage'; signalId: string; pricing: UsagePricing }

/** `rate` is per billing period, per seat and billing period, or once. */
type Fee = { chargeType: FeeType; rate: Decimal }
export type FeeType = 'recurring' | 'seat_based' | 'onetime'

/** One priced thing of a plan, as far as charges follow from it. */
type Named = { id: string; name: string }
export type UsageStrategy = Named & UsagePrice
export type FeeStrategy = Named & Fee
export type PricedStrategy = UsageStrategy | FeeStrategy

export function isUsageStrategy<S extends { chargeType: string }>(
  strategy: S,
): strategy is S & { chargeType: 'usage' } {
  return strategy.chargeType === 'usage'
}
