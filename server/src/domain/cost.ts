import { type Decimal, decimalFromInteger, sum } from './money.ts'
import { type OwnRate, type OwnRates, ownRateInForce, reducedBy } from './own-rates.ts'
import type { Rates } from './rates.ts'

export type { Rates }

/** Rates for every token of a call with more than this many input tokens. */
export type LongContextRates = { aboveInputTokens: number; rates: Rates }

/** Rates of a service tier, such as `batch`, in place of the standard ones. */
export type TierRates = {
  serviceTier: string
  rates: Rates
  /** Ascending by threshold. */
  longContext: readonly LongContextRates[]
}

/** One dated price of a catalog entry. */
export type CatalogPrice = {
  id: string
  /** Epoch milliseconds; null means that it has always been in force. */
  effectiveFrom: number | null
  /** Minutes after midnight UTC, half-open; may span midnight. Null: all day. */
  dailyWindow: { from: number; to: number } | null
  rates: Rates
  /** Ascending by threshold. */
  longContext: readonly LongContextRates[]
  /** Published rates of service tiers. */
  serviceTiers: readonly TierRates[]
}

export type CatalogEntry = {
  id: string
  provider: string
  canonicalName: string
  /** True for non-LLM services, which are costed by quantity; false for LLMs: tokens only. */
  isApi: boolean
  prices: readonly CatalogPrice[]
}

/** Everything that prices a model: the catalog's prices, and the organization's own rates. */
export type ModelPrices = Pick<CatalogEntry, 'provider' | 'canonicalName' | 'isApi' | 'prices'> & {
  ownRates?: OwnRates
}

/** Usage of one service by one event. Cache tokens are part of the input tokens. */
export type ServiceUsage = {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  /** The part of `cacheWriteTokens` that is kept for one hour. */
  cacheWrite1hTokens: number
  quantity: number
  /** The tier of service of the calls, such as `batch`; null: the standard tier. */
  serviceTier: string | null
  /**
   * Number of calls that the tokens are the sum of; at least 1. Long-context rates apply by the
   * tokens of one call.
   */
  calls: number
}

export const COST_DIMENSIONS = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'quantity',
] as const
export type CostDimension = (typeof COST_DIMENSIONS)[number]

/** One priced component: `cost` = `units` × `costPerUnit`, exact and never rounded here. */
export type CostLine = {
  dimension: CostDimension
  units: Decimal
  costPerUnit: Decimal
  cost: Decimal
}

export type ServiceCost =
  | {
      kind: 'costed'
      lines: CostLine[]
      cost: Decimal
      priceId: string
      /**
       * True for an LLM without any tokens. Its cost is 0, which probably means that tokens were
       * not sent.
       */
      isWithoutTokens: boolean
      /** True if the service names a tier whose rates are unknown; it costs the standard rates. */
      isTierUnpriced: boolean
    }
  | { kind: 'no_rate'; reason: string }

/**
 * Returns the cost of one service at the rates in force at `usedAt` (epoch milliseconds). An unused
 * dimension has no line. A used dimension without a rate makes the cost unknown, never 0.
 */
export function costService(model: ModelPrices, usage: ServiceUsage, usedAt: number): ServiceCost {
  const chosen = ratesInForce(model, usage, usedAt)
  const name = `${model.provider}/${model.canonicalName}`
  if (!chosen) {
    return { kind: 'no_rate', reason: `${name} has no price in force on the usage date` }
  }
  const { priceId, rates, isApi, isTierUnpriced } = chosen
  const lines: CostLine[] = []
  const missing: CostDimension[] = []
  for (const { dimension, units, rate } of isApi
    ? unitDimensions(rates, usage)
    : tokenDimensions(rates, usage)) {
    if (units === 0) continue
    if (!rate) {
      missing.push(dimension)
      continue
    }
    const exactUnits = decimalFromInteger(units)
    lines.push({ dimension, units: exactUnits, costPerUnit: rate, cost: exactUnits.times(rate) })
  }
  if (missing.length > 0) {
    const source = chosen.price ? 'in the catalog' : 'in your cost rate'
    const reason = `${name} has no ${missing.join(' and no ')} rate ${source}`
    return { kind: 'no_rate', reason }
  }
  const cost = sum(lines.map((line) => line.cost))
  const isWithoutTokens = !isApi && lines.length === 0
  return { kind: 'costed', lines, cost, priceId, isWithoutTokens, isTierUnpriced }
}

/** The rates that apply to one use of a model, and what they come from. */
export type ChosenRates = {
  /** Id of the own rate, otherwise of the catalog's price. */
  priceId: string
  own: OwnRate | undefined
  /** The catalog's price, which a percentage is taken off; undefined if own rates replace it. */
  price: CatalogPrice | undefined
  rates: Rates
  /** True if the units of quantity are priced, and not the tokens. */
  isApi: boolean
  /** True if the tier of the call has no rates; those of the standard tier apply. */
  isTierUnpriced: boolean
}

/** What the choice of rates depends on, apart from the date. */
export type RatedCall = Pick<ServiceUsage, 'serviceTier' | 'inputTokens' | 'calls'>

/**
 * Returns the rates for a use of a model at `usedAt` (epoch milliseconds), with the rate of each kind
 * of token that has none of its own. Exactly one own rate applies, if any:
 * - one for the tier of the call comes before one for all tiers, and one of the model before one of
 *   its provider;
 * - rates replace those of the catalog;
 * - a percentage is taken off the catalog's standard rates if it is for a tier, and otherwise off
 *   those for the tier of the call;
 * - a rate of an allocation comes before all others, and is for every tier.
 */
export function ratesInForce(
  { isApi, prices, ownRates }: ModelPrices,
  call: RatedCall,
  usedAt: number,
): ChosenRates | undefined {
  const { serviceTier } = call
  const own = ownRates && ownRateInForce(ownRates, serviceTier, usedAt)
  const isTierOwn = own !== undefined && own.serviceTier === serviceTier
  if (own?.rates) {
    const rates = withEveryRate(own.rates)
    const replaced = { priceId: own.id, own, price: undefined, rates }
    const isTierUnpriced = !isTierOwn && own.allocatedTo === null
    return { ...replaced, isApi: rates.unit !== null, isTierUnpriced }
  }
  const price = priceInForce(prices, usedAt)
  if (!price) return undefined
  const tier = price.serviceTiers.find((one) => one.serviceTier === serviceTier)
  const isTierUnpriced = serviceTier !== null && tier === undefined && !isTierOwn
  const isOffStandard = own !== undefined && own.serviceTier !== null
  const published = ratesFor(isOffStandard ? price : (tier ?? price), call)
  const rates = withEveryRate(own ? reducedBy(published, own.percentOff) : published)
  return { priceId: (own ?? price).id, own, price, rates, isApi, isTierUnpriced }
}

/** Cached tokens without a rate of their own have the rate of input. */
function withEveryRate(rates: Rates): Rates {
  const cacheWrite = rates.cacheWrite ?? rates.input
  return {
    ...rates,
    cacheRead: rates.cacheRead ?? rates.input,
    cacheWrite,
    cacheWrite1h: rates.cacheWrite1h ?? cacheWrite,
  }
}

type UsedDimension = { dimension: CostDimension; units: number; rate: Decimal | null }

function tokenDimensions(rates: Rates, usage: ServiceUsage): UsedDimension[] {
  const units = (dimension: CostDimension) => unitsOf(usage, dimension)
  return [
    { dimension: 'input', units: units('input'), rate: rates.input },
    { dimension: 'output', units: units('output'), rate: rates.output },
    { dimension: 'cache_read', units: units('cache_read'), rate: rates.cacheRead },
    { dimension: 'cache_write', units: units('cache_write'), rate: rates.cacheWrite },
    { dimension: 'cache_write_1h', units: units('cache_write_1h'), rate: rates.cacheWrite1h },
  ]
}

function unitDimensions(rates: Rates, usage: ServiceUsage): UsedDimension[] {
  return [{ dimension: 'quantity', units: unitsOf(usage, 'quantity'), rate: rates.unit }]
}

/** Returns the units of a dimension that a service used, even if they are not priced. */
export function unitsOf(usage: ServiceUsage, dimension: CostDimension): number {
  switch (dimension) {
    case 'input':
      return usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens
    case 'output':
      return usage.outputTokens
    case 'cache_read':
      return usage.cacheReadTokens
    case 'cache_write':
      return usage.cacheWriteTokens - usage.cacheWrite1hTokens
    case 'cache_write_1h':
      return usage.cacheWrite1hTokens
    case 'quantity':
      return usage.quantity
  }
}

/**
 * Returns the price in force at an instant: the latest start among the prices that have started and
 * whose daily window, if any, contains the instant. Of two with the same start, the one with a
 * window wins.
 */
export function priceInForce(
  prices: readonly CatalogPrice[],
  at: number,
): CatalogPrice | undefined {
  let best: CatalogPrice | undefined
  for (const price of prices) {
    if ((price.effectiveFrom ?? Number.NEGATIVE_INFINITY) > at) continue
    if (price.dailyWindow && !isInDailyWindow(price.dailyWindow, at)) continue
    if (!best || beats(price, best)) best = price
  }
  return best
}

function beats(price: CatalogPrice, other: CatalogPrice): boolean {
  const start = (one: CatalogPrice) => one.effectiveFrom ?? Number.NEGATIVE_INFINITY
  if (start(price) !== start(other)) return start(price) > start(other)
  return price.dailyWindow !== null && other.dailyWindow === null
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

function isInDailyWindow(window: { from: number; to: number }, at: number): boolean {
  const minute = (((at % DAY) + DAY) % DAY) / MINUTE
  return window.from <= window.to
    ? minute >= window.from && minute < window.to
    : minute >= window.from || minute < window.to
}

/**
 * Compares the average tokens of a call with the threshold. It multiplies instead of dividing, so
 * that whole numbers compare exactly.
 */
function ratesFor(
  { longContext, rates }: Pick<CatalogPrice, 'longContext' | 'rates'>,
  { inputTokens, calls }: RatedCall,
): Rates {
  return longContext.findLast((tier) => inputTokens > tier.aboveInputTokens * calls)?.rates ?? rates
}
