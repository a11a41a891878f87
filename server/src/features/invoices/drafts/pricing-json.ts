import { parseDecimal } from '../../../domain/money.ts'
import { parseTiers, type UsagePricing } from '../../../domain/prices/pricing.ts'

/** Parses a pricing stored in jsonb, with decimals as text; undefined if it is invalid. */
export function parsePricing(value: unknown): UsagePricing | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { pricingModel, rate, tiers }: { pricingModel?: unknown; rate?: unknown; tiers?: unknown } =
    value
  switch (pricingModel) {
    case 'flat': {
      const parsed = typeof rate === 'string' ? parseDecimal(rate) : undefined
      return parsed && { pricingModel, rate: parsed }
    }
    case 'graduated':
    case 'volume':
    case 'credit_pool': {
      const parsed = parseTiers(tiers, pricingModel)
      return parsed.ok ? { pricingModel, tiers: parsed.tiers } : undefined
    }
    default:
      return undefined
  }
}
