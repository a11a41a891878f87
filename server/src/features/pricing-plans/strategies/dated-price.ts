import { type RawBuilder, sql } from 'kysely'
import { decimal } from '../../../domain/money.ts'
import type { PricingModel } from '../../../domain/prices/pricing.ts'
import type { Audience, PlanPrice } from '../../../domain/prices/strategy.ts'

/** A price of a strategy from a day on. */
export type DatedPrice = PlanPrice & {
  id: string
  /** The request that made it: one price, or a change of many. */
  changeId: string
}

/** A row of `strategy_prices` as JSON, with decimals as text. */
export type DatedPriceJson = {
  id: string
  changeId: string
  from: string
  audience: Audience
  pricingModel: PricingModel | null
  rate: string | null
  packageSize: string | null
  tiers: unknown
}

/**
 * Selects the dated prices of a strategy as a list in JSON, null without any. So every reader of
 * strategies has all prices with one statement.
 */
export function datedPricesOf(
  strategyId: RawBuilder<unknown>,
): RawBuilder<DatedPriceJson[] | null> {
  return sql<DatedPriceJson[] | null>`(
    select jsonb_agg(jsonb_build_object('id', dated.id, 'changeId', dated.change_id,
      'from', dated.effective_from, 'audience', dated.audience,
      'pricingModel', dated.pricing_model, 'rate', trim_scale(dated.rate)::text,
      'packageSize', trim_scale(dated.package_size)::text, 'tiers', dated.tiers)
      order by dated.effective_from, dated.audience)
    from strategy_prices dated where dated.strategy_id = ${strategyId})`
}

/** Returns the columns of a price, with its numbers read. */
export function columnsOf({ pricingModel, rate, packageSize, tiers }: DatedPriceJson) {
  return {
    pricingModel,
    rate: rate === null ? null : decimal(rate),
    packageSize: packageSize === null ? null : decimal(packageSize),
    tiers,
  }
}
