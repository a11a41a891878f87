import type { Decimal } from '../money.ts'
import type { UsagePricing } from './pricing.ts'

/** Charge type of a strategy and its price. */
export type StrategyPrice = UsagePrice | Fee

/** `pricing` applies to all usage of the signal in a billing period. */
type UsagePrice = { chargeType: 'usage'; signalId: string; pricing: UsagePricing }

/** `rate` is per billing period, per seat and billing period, or once. */
type Fee = { chargeType: FeeType; rate: Decimal }
export type FeeType = 'recurring' | 'seat_based' | 'onetime'

/** Whom a price of a plan applies to: `new` means subscriptions that start on its first day or later. */
export type Audience = 'everyone' | 'new'

/** A price of a plan from a calendar day on, such as 2026-03-01. */
export type PlanPrice = { from: string; audience: Audience; price: StrategyPrice }

/** A price of one subscription from a day on; null: since always. Without a price, that of the plan applies. */
export type OwnPrice = { from: string | null; price: StrategyPrice | null }

/** The prices of a strategy that follow its first one. */
export type DatedPrices = { plan: readonly PlanPrice[]; own: readonly OwnPrice[] }

/**
 * When the fee of a period is billed: at its end, or at its start. Null for charges that do not
 * recur; undefined counts as arrears.
 */
export type BillTiming = 'arrears' | 'advance'

/**
 * Identity of one priced item of a plan. Its own price is the first one; `dated` are those that
 * follow. Only `priceInForce` reads either.
 */
type Named = { id: string; name: string; dated?: DatedPrices }
export type UsageStrategy = Named & UsagePrice
export type FeeStrategy = Named & Fee & { billTiming?: BillTiming | null }
export type PricedStrategy = UsageStrategy | FeeStrategy

export function isUsageStrategy<S extends { chargeType: string }>(
  strategy: S,
): strategy is S & { chargeType: 'usage' } {
  return strategy.chargeType === 'usage'
}
