import { type Decimal, decimalFromInteger, sum } from './money.ts'

/** Price in USD of one token or unit of each kind. Null: no rate is published. */
export type Rates = {
  input: Decimal | null
  output: Decimal | null
  cacheRead: Decimal | null
  cacheWrite: Decimal | null
  /** Non-LLM services only: one unit of quantity. */
  unit: Decimal | null
}

/** Rates for every token of a call with more than this many input tokens. */
export type LongContextRates = { aboveInputTokens: number; rates: Rates }

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
}

export type CatalogEntry = {
  id: string
  provider: string
  canonicalName: string
  /** True for non-LLM services, which are costed by quantity; false for LLMs: tokens only. */
  isApi: boolean
  prices: readonly CatalogPrice[]
}

/** Usage of one service by one event. Cache tokens are part of the input tokens. */
export type ServiceUsage = {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  quantity: number
  /**
   * Number of calls that the tokens are the sum of; at least 1. Long-context rates apply by the
   * tokens of one call.
   */
  calls: number
}

export const COST_DIMENSIONS = ['input', 'output', 'cache_read', 'cache_write', 'quantity'] as const
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
    }
  | { kind: 'no_rate'; reason: string }

/**
 * Returns the cost of one service at the price in force at `usedAt` (epoch milliseconds). An unused
 * dimension has no line. A used dimension without a rate makes the cost unknown, never 0.
 */
export function costService(entry: CatalogEntry, usage: ServiceUsage, usedAt: number): ServiceCost {
  const price = priceInForce(entry.prices, usedAt)
  const name = `${entry.provider}/${entry.canonicalName}`
  if (!price) {
    return { kind: 'no_rate', reason: `${name} has no price in force on the usage date` }
  }
  const rates = ratesFor(price, usage)
  const lines: CostLine[] = []
  const missing: CostDimension[] = []
  for (const { dimension, units, rate } of entry.isApi
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
    const reason = `${name} has no ${missing.join(' and no ')} rate in the catalog`
    return { kind: 'no_rate', reason }
  }
  const cost = sum(lines.map((line) => line.cost))
  const isWithoutTokens = !entry.isApi && lines.length === 0
  return { kind: 'costed', lines, cost, priceId: price.id, isWithoutTokens }
}

type UsedDimension = { dimension: CostDimension; units: number; rate: Decimal | null }

function tokenDimensions(rates: Rates, usage: ServiceUsage): UsedDimension[] {
  const units = (dimension: CostDimension) => unitsOf(usage, dimension)
  return [
    { dimension: 'input', units: units('input'), rate: rates.input },
    { dimension: 'output', units: units('output'), rate: rates.output },
    { dimension: 'cache_read', units: units('cache_read'), rate: rates.cacheRead ?? rates.input },
    {
      dimension: 'cache_write',
      units: units('cache_write'),
      rate: rates.cacheWrite ?? rates.input,
    },
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
      return usage.cacheWriteTokens
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
function ratesFor(price: CatalogPrice, { inputTokens, calls }: ServiceUsage): Rates {
  const { longContext, rates } = price
  return longContext.findLast((tier) => inputTokens > tier.aboveInputTokens * calls)?.rates ?? rates
}
