import { datedBody, firstBody, priceBody } from './price-body.ts'
import type { PricingStrategy } from './schemas.ts'
import { priceFields, priceOn, type Strategy } from './strategy.ts'

/** Builds a strategy as the API returns it on a day, with the price that applies to everyone on it. */
export function toBody(strategy: Strategy, today: string): PricingStrategy {
  const { id, planId, name, billTiming, isActive, version, createdAt, updatedAt } = strategy
  const price = priceOn(strategy, today)
  const { chargeType, signalId } = priceFields(price)
  const { pricingModel, ...numbers } = priceBody(price)
  return {
    id,
    planId,
    name,
    chargeType,
    pricingModel,
    signalId,
    ...numbers,
    billTiming,
    prices: [firstBody(strategy), ...(strategy.dated?.plan ?? []).map(datedBody)],
    isActive,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
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
  'billTiming',
  'isActive',
] as const

type FieldChange = { field: string; from: unknown; to: unknown }

/**
 * Returns the changelog: each changed field, or the whole strategy if it was created or deleted.
 */
export function strategyChanges(
  before: Strategy | undefined,
  after: Strategy | undefined,
  today: string,
): FieldChange[] {
  const from = before ? toBody(before, today) : null
  const to = after ? toBody(after, today) : null
  if (from === null || to === null) {
    const id = from?.id ?? to?.id
    return id === undefined ? [] : [{ field: `strategy.${id}`, from, to }]
  }
  return CHANGEABLE.flatMap((field) => {
    const isSame = JSON.stringify(from[field]) === JSON.stringify(to[field])
    return isSame ? [] : [{ field: `strategy.${to.id}.${field}`, from: from[field], to: to[field] }]
  })
}
