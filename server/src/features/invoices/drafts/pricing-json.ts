import { type Decimal, parseDecimal, ZERO } from '../../../domain/money.ts'
import { parseTiers, type UsagePricing } from '../../../domain/prices/pricing.ts'

/** Parses a pricing stored in jsonb, with decimals as text; undefined if it is invalid. */
export function parsePricing(value: unknown): UsagePricing | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { pricingModel, rate, packageSize, tiers }: Partial<Record<string, unknown>> = value
  switch (pricingModel) {
    case 'flat': {
      const parsed = parseText(rate)
      return parsed && { pricingModel, rate: parsed }
    }
    case 'package': {
      const [parsed, size] = [parseText(rate), parseText(packageSize)]
      return parsed && size?.gt(ZERO)
        ? { pricingModel, rate: parsed, packageSize: size }
        : undefined
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

function parseText(value: unknown): Decimal | undefined {
  return typeof value === 'string' ? parseDecimal(value) : undefined
}
