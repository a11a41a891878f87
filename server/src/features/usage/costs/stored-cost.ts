import assert from 'node:assert/strict'
import { type CostLine, unitsOf } from '../../../domain/cost.ts'
import { type Decimal, decimalFromInteger, sum, ZERO } from '../../../domain/money.ts'
import type { UsedService } from '../batch/parse-record.ts'
import { type CostData, costDataOf, isOurs } from './cost-record.ts'
import { NO_PRICE, pricesFromText, type UsedPrice } from './price-text.ts'

/** Returns the cost components of an event from its services and stored prices. */
export function storedCostData(services: readonly UsedService[], prices: string): CostData {
  return costDataOf(pricedServices(services, prices))
}

/** The stored cost of an event: both fields are set, or neither while the cost is not known. */
export type StoredCost = {
  usageCost: Decimal | null
  prices: string | null
}

/** Returns the cost of each service of an event; their sum is the cost of the event. */
export function costsOfServices(
  services: readonly UsedService[],
  { prices }: StoredCost,
): Decimal[] {
  if (prices === null) return services.map(() => ZERO)
  return pricedServices(services, prices).map((service) =>
    isOurs(service) ? costOf(service) : ZERO,
  )
}

/**
 * Returns what the services with a key of the customer cost the customer; null if there are none, or
 * if one of them has no known price.
 */
export function customerCostOf(
  services: readonly UsedService[],
  { prices }: StoredCost,
): Decimal | null {
  const theirs = pricedServices(services, prices ?? '').filter((service) => !isOurs(service))
  if (theirs.length === 0 || theirs.some(({ priceId }) => priceId === NO_PRICE)) return null
  return sum(theirs.map(costOf))
}

const costOf = ({ lines }: { lines: readonly CostLine[] }) => sum(lines.map(({ cost }) => cost))

function pricedServices(services: readonly UsedService[], prices: string) {
  const used = pricesFromText(prices)
  // An event that was voided before its cost was known costs 0 and has no prices.
  if (used.length === 0) {
    return services.map(({ model, paidBy }) => ({ model, paidBy, priceId: NO_PRICE, lines: [] }))
  }
  assert(used.length === services.length, 'an event has as many prices as services')
  return services.map((service, index) => ({
    model: service.model,
    paidBy: service.paidBy,
    priceId: used[index]?.priceId ?? NO_PRICE,
    lines: linesOf(service, used[index]?.rates ?? []),
  }))
}

function linesOf(service: UsedService, rates: UsedPrice['rates']): CostLine[] {
  return rates.map(({ dimension, rate }) => {
    const units = decimalFromInteger(unitsOf(service, dimension))
    return { dimension, units, costPerUnit: rate, cost: units.times(rate) }
  })
}
