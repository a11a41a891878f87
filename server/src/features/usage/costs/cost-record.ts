import type { Static } from 'typebox'
import { type CostLine, costService, type ModelPrices } from '../../../domain/cost.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import type { UsedService } from '../batch/parse-record.ts'
import type { CostLines } from './cost-line-fields.ts'
import type { ModelPair, UncostedService } from './uncosted-service.ts'

export type ServiceCost = {
  /** What the service costs the organization: 0 if the customer pays for it. */
  cost: Decimal
  /** What it costs the organization or the customer; null while that is not known. */
  computedCost: Decimal | null
}

/** A service with its cost; `priceId` is the catalog price or the own rate that was applied. */
export type CostedService = UsedService &
  ServiceCost & {
    priceId: string | null
    /** The parts of `computedCost`. */
    lines: readonly CostLine[]
    /** True for an LLM call without any tokens, whose cost is 0. */
    isWithoutTokens: boolean
    /** True if the service names a tier whose rates are unknown. */
    isTierUnpriced: boolean
  }

export type RecordCost =
  | { status: 'PROCESSED'; usageCost: Decimal; services: CostedService[] }
  | {
      status: 'NEEDS_COST_BACKFILL' | 'ERROR'
      services: CostedService[]
      uncosted: UncostedService[]
    }

/** The contract's usageCostData: one element for each `<model>/<dimension>`. */
export type CostData = Map<string, { cost: Decimal; units: Decimal; costPerUnit: Decimal }>

export type FindPrices = (provider: string, model: string) => ModelPrices | undefined

/**
 * Computes the cost of a record's services at the prices in force at `usedAt` (epoch milliseconds).
 * The cost is known as a whole or not at all: a partial cost would look like the full cost. A service
 * that the customer pays for costs 0, even if its model is unknown.
 */
export function costRecord(
  services: readonly UsedService[],
  usedAt: number,
  findPrices: FindPrices,
): RecordCost {
  const costed: CostedService[] = []
  const uncosted: UncostedService[] = []
  for (const service of services) {
    const pair = { provider: service.modelProvider, model: service.model }
    const entry = findPrices(pair.provider, pair.model)
    const result = entry && costService(entry, service, usedAt)
    if (result?.kind === 'costed') {
      const { kind: _, cost, ...priced } = result
      costed.push({ ...service, ...priced, ...serviceCost(service, cost) })
      continue
    }
    costed.push({ ...service, ...NO_COST })
    if (!isOurs(service)) continue
    uncosted.push(
      result
        ? { ...pair, reason: 'no_rate', explanation: result.reason, priced: namesOf(entry) }
        : { ...pair, reason: 'unknown_model', explanation: unknownModel(pair), priced: null },
    )
  }
  if (uncosted.length === 0) {
    return { status: 'PROCESSED', usageCost: sum(costed.map(({ cost }) => cost)), services: costed }
  }
  const isUnknown = uncosted.some(({ reason }) => reason === 'unknown_model')
  const status = isUnknown ? 'NEEDS_COST_BACKFILL' : 'ERROR'
  const unpriced = costed.map((service) => ({ ...service, ...NO_COST }))
  return { status, services: unpriced, uncosted }
}

const NO_COST = {
  cost: ZERO,
  computedCost: null,
  priceId: null,
  lines: [],
  isWithoutTokens: false,
  isTierUnpriced: false,
}

/** Returns true if the organization pays the provider of a service. */
export function isOurs({ paidBy }: Pick<UsedService, 'paidBy'>): boolean {
  return paidBy === 'organization'
}

function namesOf({ provider, canonicalName }: ModelPrices): ModelPair {
  return { provider, model: canonicalName }
}

function unknownModel({ provider, model }: ModelPair): string {
  return `${provider}/${model} is not in the catalog; map it with POST /v1/events/map-model, or set its rates with POST /v1/cost-rates`
}

/** Returns the cost of a service to the organization beside its computed cost. */
export function serviceCost(
  service: Pick<UsedService, 'paidBy'>,
  computedCost: Decimal | null,
): ServiceCost {
  return { cost: (isOurs(service) ? computedCost : null) ?? ZERO, computedCost }
}

/** Returns the cost components. Calls of the same model, by its name as sent, share their keys. */
export function costDataOf(
  services: readonly Pick<CostedService, 'model' | 'paidBy' | 'lines'>[],
): CostData {
  const costData: CostData = new Map()
  for (const { model, paidBy, lines } of services) {
    addCostLines(costData, model, isOurs({ paidBy }) ? lines : lines.map(atNoCost))
  }
  return costData
}

const atNoCost = (line: CostLine): CostLine => ({ ...line, costPerUnit: ZERO, cost: ZERO })

function addCostLines(costData: CostData, model: string, lines: readonly CostLine[]): void {
  for (const { dimension, units, cost, costPerUnit } of lines) {
    const key = `${model}/${dimension}`
    const sameKey = costData.get(key)
    if (!sameKey) {
      costData.set(key, { cost, units, costPerUnit })
      continue
    }
    const total = { cost: sameKey.cost.plus(cost), units: sameKey.units.plus(units) }
    // Rates of two calls can differ, when one exceeds a long-context threshold, or the customer pays.
    const isAverage = !sameKey.costPerUnit.eq(costPerUnit) && !total.units.eq(ZERO)
    const rate = isAverage ? total.cost.div(total.units) : sameKey.costPerUnit
    costData.set(key, { ...total, costPerUnit: rate })
  }
}

/** Converts cost components to the format of the API. */
export function costLinesOf(costData: CostData): Static<typeof CostLines> {
  return Object.fromEntries(
    [...costData].map(([key, { cost, units, costPerUnit }]) => [
      key,
      { cost: plain(cost), units: plain(units), costPerUnit: plain(costPerUnit) },
    ]),
  )
}

/** Converts to a JSON number, which may have fewer digits than the exact value. */
function plain(value: Decimal): number {
  return Number(value.toFixed())
}
