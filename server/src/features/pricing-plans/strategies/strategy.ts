import assert from 'node:assert/strict'
import type { Decimal } from '../../../domain/money.ts'
import { type PricingModel, parseTiers, type Tiers } from '../../../domain/prices/pricing.ts'
import type { StrategyPrice } from '../../../domain/prices/strategy.ts'

/** One priced item of a plan. */
export type Strategy = StrategyPrice & {
  id: string
  planId: string
  name: string
  isActive: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A strategy row, with tiers as jsonb. */
export type StrategyRow = {
  id: string
  planId: string
  name: string
  chargeType: StrategyPrice['chargeType']
  pricingModel: PricingModel | null
  signalId: string | null
  rate: Decimal | null
  packageSize: Decimal | null
  tiers: unknown
  isActive: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Converts a stored row; throws if it breaks the rules of prices, which is a bug. */
export function strategyOf(row: StrategyRow): Strategy {
  const { id, planId, name, isActive, version, createdAt, updatedAt } = row
  return { id, planId, name, isActive, version, createdAt, updatedAt, ...priceOf(row) }
}

function priceOf(row: StrategyRow): StrategyPrice {
  const { id, chargeType, pricingModel, signalId, rate, packageSize, tiers } = row
  if (chargeType !== 'usage') {
    assert(rate !== null, `pricing strategy ${id} has no rate`)
    return { chargeType, rate }
  }
  assert(signalId !== null && pricingModel !== null, `pricing strategy ${id} prices no signal`)
  if (pricingModel === 'flat') {
    assert(rate !== null, `pricing strategy ${id} has no rate`)
    return { chargeType, signalId, pricing: { pricingModel, rate } }
  }
  if (pricingModel === 'package') {
    assert(rate !== null && packageSize !== null, `pricing strategy ${id} has no package`)
    return { chargeType, signalId, pricing: { pricingModel, rate, packageSize } }
  }
  const parsed = parseTiers(tiers, pricingModel)
  assert(parsed.ok, `pricing strategy ${id} has unusable tiers`)
  return { chargeType, signalId, pricing: { pricingModel, tiers: parsed.tiers } }
}

/** A price as the columns of its row and the fields of its body. */
export type PriceFields = {
  chargeType: StrategyPrice['chargeType']
  pricingModel: PricingModel | null
  signalId: string | null
  rate: Decimal | null
  packageSize: Decimal | null
  tiers: Tiers | null
}

export function priceFields(price: StrategyPrice): PriceFields {
  const { chargeType } = price
  const none = { pricingModel: null, signalId: null, rate: null, packageSize: null, tiers: null }
  if (chargeType !== 'usage') return { ...none, chargeType, rate: price.rate }
  const { signalId, pricing } = price
  return { ...none, chargeType, signalId, ...pricing }
}
