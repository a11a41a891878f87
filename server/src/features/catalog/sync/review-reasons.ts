import type { Rates } from '../../../domain/cost.ts'
import { type Decimal, decimal, isZero, toExactText, ZERO } from '../../../domain/money.ts'
import { type Levels, type Terms, TOKEN_KINDS, type TokenKind } from './statement.ts'

const MOST_CHANGE = decimal('10')
const MILLION = decimal('1000000')
const WORDS = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache read',
  cacheWrite: 'cache write',
  cacheWrite1h: 'one-hour cache write',
} as const

/**
 * Returns the reasons why a new price needs a manual review, or an empty list. Real prices change
 * by tens of percent. A rate that is negative, drops to zero or changes more than tenfold is
 * usually an error of the source, such as a wrong unit or an emptied field. A new service tier is
 * compared with the standard rates.
 */
export function reviewReasons(current: Terms | undefined, next: Terms): string[] {
  const ofTiers = next.serviceTiers.flatMap((tier) => {
    const known = current?.serviceTiers.find(({ serviceTier }) => serviceTier === tier.serviceTier)
    return reasonsOf(known ?? next, tier, ` of the tier ${tier.serviceTier}`)
  })
  return [...reasonsOf(current, next, ''), ...ofTiers]
}

function reasonsOf(current: Levels | undefined, next: Levels, ofTier: string): string[] {
  const levels = [{ aboveInputTokens: 0, rates: next.rates }, ...next.longContext]
  return levels.flatMap(({ aboveInputTokens, rates }) =>
    TOKEN_KINDS.flatMap((kind) => {
      const before = current && ratesAt(current, aboveInputTokens)
      const problem = problemWith(kind, before, rates)
      if (!problem) return []
      const where = aboveInputTokens === 0 ? '' : ` above ${aboveInputTokens} input tokens`
      return [`The ${WORDS[kind]} rate${ofTier}${where} ${problem}`]
    }),
  )
}

function ratesAt({ rates, longContext }: Levels, tokens: number): Rates {
  return longContext.findLast((tier) => tier.aboveInputTokens <= tokens)?.rates ?? rates
}

/** Compares a rate with the one before, and a new rate for one hour with that of other writes. */
function problemWith(kind: TokenKind, before: Rates | undefined, rates: Rates): string | undefined {
  const [known, rate, shorter] = [before?.[kind] ?? null, rates[kind], rates.cacheWrite]
  if (kind !== 'cacheWrite1h' || known !== null) return problemOf(known, rate)
  const isBelow = rate !== null && shorter !== null && rate.lt(shorter)
  return problemOf(shorter, rate) ?? (isBelow ? 'is below that of other cache writes' : undefined)
}

function problemOf(before: Decimal | null, after: Decimal | null): string | undefined {
  if (after === null) return undefined
  if (after.lt(ZERO)) return `is negative: ${perMillion(after)}`
  if (before === null || before.eq(after)) return undefined
  const change = `from ${perMillion(before)} to ${perMillion(after)}`
  if (isZero(after)) return `falls to zero: ${change}`
  if (isZero(before)) return `is no longer zero: ${change}`
  const isTooMuch = after.gt(before.times(MOST_CHANGE)) || before.gt(after.times(MOST_CHANGE))
  return isTooMuch ? `changes more than tenfold: ${change}` : undefined
}

function perMillion(rate: Decimal): string {
  return `${toExactText(rate.times(MILLION))} USD per million tokens`
}

/**
 * Removes negative rates from a price: the database does not allow them, and the reason names them.
 */
export function withoutNegatives({ serviceTiers, ...standard }: Terms): Terms {
  return {
    ...withoutNegativeLevels(standard),
    serviceTiers: serviceTiers.map(({ serviceTier, ...levels }) => ({
      serviceTier,
      ...withoutNegativeLevels(levels),
    })),
  }
}

function withoutNegativeLevels({ rates, longContext }: Levels): Levels {
  return {
    rates: withoutNegativeRates(rates),
    longContext: longContext.map(({ aboveInputTokens, rates }) => ({
      aboveInputTokens,
      rates: withoutNegativeRates(rates),
    })),
  }
}

function withoutNegativeRates(rates: Rates): Rates {
  const kept = { ...rates }
  for (const kind of TOKEN_KINDS) if (kept[kind]?.lt(ZERO)) kept[kind] = null
  return kept
}

/**
 * Returns true when a source loses so many of its active entries at once that it is probably
 * broken.
 */
export function isShrunkTooFar(missing: number, active: number): boolean {
  return missing > 0 && missing * 3 >= active
}
