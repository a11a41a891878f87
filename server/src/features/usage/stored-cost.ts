import assert from 'node:assert/strict'
import { type CostLine, unitsOf } from '../../domain/cost.ts'
import { type Decimal, decimalFromInteger, sum, ZERO } from '../../domain/money.ts'
import type { UsedService } from './batch/parse-record.ts'
import { costDataFromText } from './cost-data-text.ts'
import { type CostData, costDataOf, dimensionOfKey } from './cost-record.ts'
import { pricesFromText, type UsedPrice } from './price-text.ts'

/** What an event's cost is made of, by its services and the prices that it keeps of them. */
export function storedCostData(services: readonly UsedService[], prices: string): CostData {
  return costDataOf(pricedServices(services, prices))
}

/** What an event keeps of its cost. */
export type KeptCost = {
  usageCost: Decimal | null
  prices: string | null
  /** JSON text; of an event of before. */
  keptCostData: string | null
}

/**
 * What each of an event's services cost; together they make the event's cost. An event of before may
 * know its costs only by model: the first service of a model has them all.
 */
export function costsOfServices(
  services: readonly UsedService[],
  { usageCost, prices, keptCostData }: KeptCost,
): Decimal[] {
  if (usageCost === null) return services.map(() => ZERO)
  if (prices !== null) {
    return pricedServices(services, prices).map(({ lines }) => sum(lines.map(({ cost }) => cost)))
  }
  const costData = (keptCostData !== null && costDataFromText(keptCostData)) || new Map()
  const costs = services.map(({ model }, index) =>
    services.findIndex((other) => other.model === model) === index
      ? costOfModel(costData, model)
      : ZERO,
  )
  const [first = ZERO, ...others] = costs
  return [first.plus(usageCost.minus(sum(costs))), ...others]
}

function costOfModel(costData: CostData, model: string): Decimal {
  const own = [...costData].filter(([key]) => dimensionOfKey(key, model) !== undefined)
  return sum(own.map(([, { cost }]) => cost))
}

function pricedServices(services: readonly UsedService[], prices: string) {
  const used = pricesFromText(prices)
  assert(used.length === services.length, 'an event has as many prices as services')
  return services.map((service, index) => ({
    model: service.model,
    lines: linesOf(service, used[index]?.rates ?? []),
  }))
}

function linesOf(service: UsedService, rates: UsedPrice['rates']): CostLine[] {
  return rates.map(({ dimension, rate }) => {
    const units = decimalFromInteger(unitsOf(service, dimension))
    return { dimension, units, costPerUnit: rate, cost: units.times(rate) }
  })
}
