import assert from 'node:assert/strict'
import { type CostLine, unitsOf } from '../../../domain/cost.ts'
import { type Decimal, decimalFromInteger, sum } from '../../../domain/money.ts'
import type { UsedService } from '../batch/parse-record.ts'
import { type CostData, costDataOf, isOurs, type ServiceCost, serviceCost } from './cost-record.ts'
import { NO_PRICE, pricesFromText, type UsedPrice } from './price-text.ts'

/** Returns the cost components of an event from its services and stored prices. */
export function storedCostData(services: readonly UsedService[], prices: string): CostData {
  return costDataOf(
    pricedServices(services, prices).map(({ service, lines }) => ({ ...service, lines })),
  )
}

/** The stored cost of an event: both fields are set, or neither while the cost is not known. */
export type StoredCost = {
  usageCost: Decimal | null
  prices: string | null
}

/** Returns the services of an event with their costs; the sum of `cost` is that of the event. */
export function withCosts(
  services: readonly UsedService[],
  { prices }: Pick<StoredCost, 'prices'>,
): (UsedService & ServiceCost)[] {
  return pricedServices(services, prices ?? '').map(({ service, priceId, lines }) => {
    const computedCost = priceId === NO_PRICE ? null : sum(lines.map(({ cost }) => cost))
    return { ...service, ...serviceCost(service, computedCost) }
  })
}

/**
 * Returns what the services with a key of the customer cost the customer; null if there are none, or
 * if one of them has no known price.
 */
export function customerCostOf(
  services: readonly UsedService[],
  stored: Pick<StoredCost, 'prices'>,
): Decimal | null {
  const theirs = withCosts(services, stored).filter((service) => !isOurs(service))
  if (theirs.length === 0) return null
  const known = theirs.flatMap(({ computedCost }) => computedCost ?? [])
  return known.length < theirs.length ? null : sum(known)
}

type PricedService = { service: UsedService; priceId: string; lines: CostLine[] }

function pricedServices(services: readonly UsedService[], prices: string): PricedService[] {
  const used = pricesFromText(prices)
  // An event without a known cost has no prices, nor has one that was voided before it was known.
  if (used.length === 0) {
    return services.map((service) => ({ service, priceId: NO_PRICE, lines: [] }))
  }
  assert(used.length === services.length, 'an event has as many prices as services')
  return services.map((service, index) => {
    const { priceId = NO_PRICE, isPaidByCustomer, rates = [] } = used[index] ?? {}
    const paidBy = isPaidByCustomer ? 'customer' : 'organization'
    return { service: { ...service, paidBy }, priceId, lines: linesOf(service, rates) }
  })
}

function linesOf(service: UsedService, rates: UsedPrice['rates']): CostLine[] {
  // A record that is older than the rate may have the field without its meaning.
  const isHourPriced = rates.some(({ dimension }) => dimension === 'cache_write_1h')
  const used = isHourPriced ? service : { ...service, cacheWrite1hTokens: 0 }
  return rates.map(({ dimension, rate }) => {
    const units = decimalFromInteger(unitsOf(used, dimension))
    return { dimension, units, costPerUnit: rate, cost: units.times(rate) }
  })
}
