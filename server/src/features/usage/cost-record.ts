import { type CatalogEntry, type CostLine, costService } from '../../domain/cost.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { UsedService } from './batch/parse-record.ts'
import type { UncostedService } from './uncosted-service.ts'

/** A service with what it cost; `priceId` is the catalog price that was used. */
export type CostedService = UsedService & { cost: Decimal; priceId: string | null }

export type RecordCost =
  | { status: 'PROCESSED'; usageCost: Decimal; costData: CostData; services: CostedService[] }
  | {
      status: 'NEEDS_COST_BACKFILL' | 'ERROR'
      services: CostedService[]
      uncosted: UncostedService[]
    }

/** The contract's usageCostData: one element for each `<model>/<dimension>`. */
export type CostData = Map<string, { cost: Decimal; units: Decimal; costPerUnit: Decimal }>

export type FindEntry = (provider: string, model: string) => CatalogEntry | undefined

/**
 * The cost of a record's services at the prices in force at `usedAt` (epoch milliseconds). It is
 * known as a whole or not at all: a part of a cost would look like the cost.
 */
export function costRecord(
  services: readonly UsedService[],
  usedAt: number,
  findEntry: FindEntry,
): RecordCost {
  const costed: CostedService[] = []
  const uncosted: UncostedService[] = []
  const costData: CostData = new Map()
  let usageCost = ZERO
  for (const service of services) {
    const { modelProvider: provider, model } = service
    const entry = findEntry(provider, model)
    const result = entry && costService(entry, service, usedAt)
    if (result?.kind === 'costed') {
      costed.push({ ...service, cost: result.cost, priceId: result.priceId })
      usageCost = usageCost.plus(result.cost)
      addCostLines(costData, model, result.lines)
      continue
    }
    costed.push({ ...service, cost: ZERO, priceId: null })
    uncosted.push(
      result
        ? { provider, model, reason: 'no_rate', explanation: result.reason }
        : { provider, model, reason: 'unknown_model', explanation: unknownModel(provider, model) },
    )
  }
  if (uncosted.length === 0) return { status: 'PROCESSED', usageCost, costData, services: costed }
  const isUnknown = uncosted.some(({ reason }) => reason === 'unknown_model')
  const status = isUnknown ? 'NEEDS_COST_BACKFILL' : 'ERROR'
  const unpriced = costed.map((service) => ({ ...service, cost: ZERO, priceId: null }))
  return { status, services: unpriced, uncosted }
}

function unknownModel(provider: string, model: string): string {
  return `${provider}/${model} is not in the catalog; map it with POST /v1/events/map-model`
}

/** Adds lines under the model's name as it was sent; calls of the same model share their keys. */
function addCostLines(costData: CostData, model: string, lines: readonly CostLine[]): void {
  for (const { dimension, units, cost, costPerUnit } of lines) {
    const key = `${model}/${dimension}`
    const sameKey = costData.get(key)
    if (!sameKey) {
      costData.set(key, { cost, units, costPerUnit })
      continue
    }
    const total = { cost: sameKey.cost.plus(cost), units: sameKey.units.plus(units) }
    // Two calls can have different rates, when one is over a long-context threshold.
    const rate = sameKey.costPerUnit.eq(costPerUnit) ? costPerUnit : total.cost.div(total.units)
    costData.set(key, { ...total, costPerUnit: rate })
  }
}

/** JSON text of the cost data, its numbers written out exactly. */
export function costDataToJson(costData: CostData): string {
  const elements: string[] = []
  for (const [key, { cost, units, costPerUnit }] of costData) {
    const numbers = `"cost":${cost.toFixed()},"units":${units.toFixed()},"costPerUnit":${costPerUnit.toFixed()}`
    elements.push(`${JSON.stringify(key)}:{${numbers}}`)
  }
  return `{${elements.join(',')}}`
}

/** JSON text of what the event keeps of its services. */
export function servicesToJson(services: readonly CostedService[]): string {
  return `[${services.map(serviceToJson).join(',')}]`
}

/** Written out by hand: it runs for every event, and this is several times faster. */
function serviceToJson(service: CostedService): string {
  const { model, modelProvider, quantity, inputTokens, outputTokens } = service
  const names = `"model":${JSON.stringify(model)},"modelProvider":${JSON.stringify(modelProvider)}`
  const counts = `"quantity":${quantity},"inputTokens":${inputTokens},"outputTokens":${outputTokens}`
  const cached = `"cacheReadTokens":${service.cacheReadTokens},"cacheWriteTokens":${service.cacheWriteTokens}`
  const calls = service.calls === 1 ? '' : `"calls":${service.calls},`
  const priceId = service.priceId === null ? 'null' : `"${service.priceId}"`
  return `{${names},${counts},${cached},${calls}"priceId":${priceId}}`
}
