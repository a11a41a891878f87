import type { StrategyRow } from './strategy.ts'

/** Fields of a strategy, as sent and not validated yet. */
export type Fields = Record<string, unknown>

/**
 * Returns the fields of a stored strategy with the changes of a request. Clears fields that the new
 * kind does not have. Keeps the price only if its unit stays the same: one cent per event must not
 * become one cent per month.
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
    packageSize: keepsPrice ? (row.packageSize?.toFixed() ?? null) : null,
    tiers: keepsPrice ? row.tiers : null,
    billTiming: isRecurring(chargeType) ? row.billTiming : null,
    ...sent,
    chargeType,
    pricingModel,
  }
}

const isRecurring = (chargeType: unknown) =>
  chargeType === 'recurring' || chargeType === 'seat_based'

function priceKind(chargeType: unknown, pricingModel: unknown): string {
  if (chargeType !== 'usage') return 'fee'
  if (pricingModel === 'graduated' || pricingModel === 'volume') return 'tiers per unit'
  if (pricingModel === 'package') return 'rate per package'
  return pricingModel === 'credit_pool' ? 'pool and overage' : 'rate per unit'
}
