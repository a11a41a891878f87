import { type Decimal, decimal } from './money.ts'
import type { Rates } from './rates.ts'

/** A dated rate that an organization set itself. */
export type OwnRate = OwnPrice & {
  id: string
  /** The tier that it is for; null: every tier without an own rate. */
  serviceTier: string | null
  /** Epoch milliseconds; null means that it has always been in force. */
  effectiveFrom: number | null
  /**
   * Epoch milliseconds, exclusive: the end of the month over whose usage an allocation spreads its
   * amount. Null: the rate belongs to no allocation, and has no end.
   */
  allocatedTo: number | null
}

/** Rates in place of those of the catalog, or a percentage (0 to 100) off those. */
type OwnPrice = { rates: Rates; percentOff: null } | { rates: null; percentOff: Decimal }

/** The own rates that can apply to a model. Those of its provider are percentages. */
export type OwnRates = {
  /** Those of names that are mapped to the model. */
  ofNames?: readonly OwnRate[]
  ofModel: readonly OwnRate[]
  ofProvider: readonly OwnRate[]
}

/**
 * Returns the own rate that applies, if any. One of an allocation comes first, because its amount is
 * spread over all usage of the model. Then one for the tier of the call comes before one for all
 * tiers. Then one of the names that were sent comes before one of the model that they are mapped to,
 * and one of the model before one of its provider.
 */
export function ownRateInForce(
  { ofNames = [], ofModel, ofProvider }: OwnRates,
  serviceTier: string | null,
  at: number,
): OwnRate | undefined {
  const allocated = allocatedRate(ofNames, at) ?? allocatedRate(ofModel, at)
  if (allocated) return allocated
  const tiers = serviceTier === null ? [null] : [serviceTier, null]
  for (const tier of tiers) {
    for (const rates of [ofNames, ofModel, ofProvider]) {
      const found = latestRate(rates, tier, at)
      if (found) return found
    }
  }
  return undefined
}

/** Returns the rate of the month's allocation; of several, the one that was set last. */
function allocatedRate(rates: readonly OwnRate[], at: number): OwnRate | undefined {
  let last: OwnRate | undefined
  for (const one of rates) {
    if (one.allocatedTo === null || one.allocatedTo <= at) continue
    if (one.effectiveFrom !== null && one.effectiveFrom > at) continue
    if (!last || one.id > last.id) last = one
  }
  return last
}

/** Of two with the same start, the one that was set later wins. */
function latestRate(
  rates: readonly OwnRate[],
  serviceTier: string | null,
  at: number,
): OwnRate | undefined {
  const start = (one: OwnRate) => one.effectiveFrom ?? Number.NEGATIVE_INFINITY
  let best: OwnRate | undefined
  for (const one of rates) {
    if (one.allocatedTo !== null) continue
    if (one.serviceTier !== serviceTier || start(one) > at) continue
    const isLater = !best || start(one) > start(best)
    if (isLater || (best && start(one) === start(best) && one.id > best.id)) best = one
  }
  return best
}

const HUNDREDTH = decimal('0.01')
const HUNDRED = decimal('100')

/** Returns rates with a percentage (0 to 100) off each. */
export function reducedBy(rates: Rates, percentOff: Decimal): Rates {
  const factor = HUNDRED.minus(percentOff).times(HUNDREDTH)
  const reduced = (rate: Decimal | null) => rate?.times(factor) ?? null
  return {
    input: reduced(rates.input),
    output: reduced(rates.output),
    cacheRead: reduced(rates.cacheRead),
    cacheWrite: reduced(rates.cacheWrite),
    cacheWrite1h: reduced(rates.cacheWrite1h),
    unit: reduced(rates.unit),
  }
}
