/**
 * Costs of models by the rules of docs/costs.md, in whole numbers and plain loops. It shares no code
 * with the service, so that a mistake in one of them shows.
 */

const KINDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWrite1h', 'unit'] as const
type Kind = (typeof KINDS)[number]

/** Decimal text in USD for a million tokens, or for one unit. */
export type PlainRates = Partial<Record<Kind, string>>

/** Rates, and those of calls with more input tokens than `above`. */
type Tier = { rates: PlainRates; above?: { inputTokens: number; rates: PlainRates } }
export type PlainPrice = Tier & { from: string | null; tiers: Record<string, Tier> }
export type PlainEntry = {
  provider: string
  name: string
  isApi: boolean
  prices: readonly PlainPrice[]
}

/** An own rate, in the order in which they were set. */
export type PlainOwnRate = {
  provider: string
  model: string | null
  tier: string | null
  from: string | null
} & ({ off: string } | { rates: PlainRates })

/** A model as it is known: its catalog entry, and its own names unless those are the entry's. */
export type PlainModel = {
  entry: PlainEntry | null
  names: { provider: string; name: string } | null
}

export type PlainCall = {
  date: string
  tier: string | null
  calls: number
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  cacheWrite1hTokens: number
  quantity: number
}

const SCALE = 60
const MILLION = 1_000_000n

/** Converts decimal text to whole units of 1e-60. */
export function whole(text: string): bigint {
  const [before = '', after = ''] = text.split('.')
  return BigInt(before + after.padEnd(SCALE, '0'))
}

/** Returns the cost in units of 1e-60; null if it is unknown. */
export function plainCost(
  model: PlainModel,
  ownRates: readonly PlainOwnRate[],
  call: PlainCall,
): bigint | null {
  const chosen = plainRates(model, ownRates, call)
  if (!chosen) return null
  const { rates, isApi } = chosen
  if (isApi) return rates.unit === undefined ? null : rates.unit * BigInt(call.quantity)
  const cached = call.cacheReadTokens + call.cacheWriteTokens
  const used: [number, bigint | undefined][] = [
    [call.inputTokens - cached, rates.input],
    [call.outputTokens, rates.output],
    [call.cacheReadTokens, rates.cacheRead ?? rates.input],
    [call.cacheWriteTokens - call.cacheWrite1hTokens, rates.cacheWrite ?? rates.input],
    [call.cacheWrite1hTokens, rates.cacheWrite1h ?? rates.cacheWrite ?? rates.input],
  ]
  let cost = 0n
  for (const [tokens, rate] of used) {
    if (tokens === 0) continue
    if (rate === undefined) return null
    cost += (rate * BigInt(tokens)) / MILLION
  }
  return cost
}

type WholeRates = Partial<Record<Kind, bigint>>

function plainRates(
  { entry, names }: PlainModel,
  ownRates: readonly PlainOwnRate[],
  call: PlainCall,
): { rates: WholeRates; isApi: boolean } | null {
  const own = plainOwnRate({ entry, names }, ownRates, call)
  if (own && 'rates' in own) {
    return { rates: wholeRates(own.rates, '0'), isApi: own.rates.unit !== undefined }
  }
  const price = entry && latest(entry.prices, call.date)
  if (!price) return null
  // A percentage for a tier is off the standard rates.
  const isOfTier = own !== undefined && own.tier !== null
  const tier = call.tier === null || isOfTier ? undefined : price.tiers[call.tier]
  const { rates, above }: Tier = tier ?? price
  const isLong = above !== undefined && call.inputTokens > above.inputTokens * call.calls
  return {
    rates: wholeRates(isLong ? above.rates : rates, own ? own.off : '0'),
    isApi: entry.isApi,
  }
}

/** Tier before all tiers, names before their entry, model before provider; the latest start wins. */
function plainOwnRate(
  { entry, names }: PlainModel,
  ownRates: readonly PlainOwnRate[],
  { tier, date }: PlainCall,
): PlainOwnRate | undefined {
  for (const ofTier of tier === null ? [null] : [tier, null]) {
    const candidates = [
      names && { provider: names.provider, model: names.name },
      entry && { provider: entry.provider, model: entry.name },
      entry && { provider: entry.provider, model: null },
    ]
    for (const candidate of candidates) {
      const matching = ownRates.filter(
        (own) =>
          own.tier === ofTier &&
          own.provider === candidate?.provider &&
          own.model === candidate.model,
      )
      const found = latest(matching, date)
      if (found) return found
    }
  }
  return undefined
}

/** Returns the one with the latest start until the date; of two, the later in the list. */
function latest<T extends { from: string | null }>(all: readonly T[], date: string): T | undefined {
  let best: T | undefined
  for (const one of all) {
    if (one.from !== null && Date.parse(one.from) > Date.parse(date)) continue
    const start = (dated: T) => (dated.from === null ? -1 : Date.parse(dated.from))
    if (!best || start(one) >= start(best)) best = one
  }
  return best
}

function wholeRates(rates: PlainRates, off: string): WholeRates {
  const left = whole('100') - whole(off)
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const rate = rates[kind]
      return rate === undefined ? [] : [[kind, (whole(rate) * left) / whole('100')]]
    }),
  )
}
