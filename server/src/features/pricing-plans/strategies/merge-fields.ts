import type { StrategyRow } from './strategy.ts'

/** The fields of a strategy as they were sent. */
export type Fields = Record<string, unknown>

/**
 * A stored strategy with what a request changes. What the new kind cannot have goes; a price stays
 * only where it means the same, so that one cent per event never becomes one cent per month.
 */
export function mergeFields(row: StrategyRow, sent: Fields): Fields {
  const { chargeType = row.chargeType } = sent
  const isUsage = chargeType === 'usage'
  const { pricingModel = isUsage ? row.pricingModel : null } = sent
  const keepsPrice =
    priceKind(chargeType, pricingModel) === priceKind(row.chargeType, row.pricingModel)
  return {
    name: row.name,
    isActive: row.isActive,
    signalId: isUsage ? row.signalId : null,
    rate: keepsPrice ? (row.rate?.toFixed() ?? null) : null,
    tiers: keepsPrice ? row.tiers : null,
    ...sent,
    chargeType,
    pricingModel,
  }
}

function priceKind(chargeType: unknown, pricingModel: unknown): string {
  if (chargeType !== 'usage') return 'fee'
  if (pricingModel === 'graduated' || pricingModel === 'volume') return 'tiers per unit'
  return pricingModel === 'credit_pool' ? 'pool and overage' : 'rate per unit'
}
