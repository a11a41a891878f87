import type { Decimal } from '../../../domain/money.ts'
import type { PricingStrategy } from './schemas.ts'
import { priceFields, type Strategy } from './strategy.ts'

/** Builds a strategy as the API returns it. */
export function toBody(strategy: Strategy): PricingStrategy {
  const { id, planId, name, isActive, version, createdAt, updatedAt } = strategy
  const { chargeType, pricingModel, signalId, rate, packageSize, tiers } = priceFields(strategy)
  return {
    id,
    planId,
    name,
    chargeType,
    pricingModel,
    signalId,
    rate: rate && jsonNumber(rate),
    packageSize: packageSize && jsonNumber(packageSize),
    tiers:
      tiers?.map((tier) => ({
        lower: jsonNumber(tier.lower),
        upper: tier.upper && jsonNumber(tier.upper),
        rate: jsonNumber(tier.rate),
        flatFee: jsonNumber(tier.flatFee),
      })) ?? null,
    isActive,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Converts exactly: prices without an exact JSON number are rejected on input. */
function jsonNumber(value: Decimal): number {
  return Number(value.toFixed())
}

/** A created or updated strategy, its previous version, and the changed fields. */
export type Change = {
  before: Strategy | undefined
  after: Strategy
  changes: readonly FieldChange[]
}

const CHANGEABLE = [
  'name',
  'chargeType',
  'pricingModel',
  'signalId',
  'rate',
  'packageSize',
  'tiers',
  'isActive',
] as const

type FieldChange = { field: string; from: unknown; to: unknown }

/**
 * Returns the changelog: each changed field, or the whole strategy if it was created or deleted.
 */
export function strategyChanges(
  before: Strategy | undefined,
  after: Strategy | undefined,
): FieldChange[] {
  const from = before ? toBody(before) : null
  const to = after ? toBody(after) : null
  if (from === null || to === null) {
    const id = from?.id ?? to?.id
    return id === undefined ? [] : [{ field: `strategy.${id}`, from, to }]
  }
  return CHANGEABLE.flatMap((field) => {
    const isSame = JSON.stringify(from[field]) === JSON.stringify(to[field])
    return isSame ? [] : [{ field: `strategy.${to.id}.${field}`, from: from[field], to: to[field] }]
  })
}
