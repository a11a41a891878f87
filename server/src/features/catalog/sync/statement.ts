import type { CatalogPrice, Rates } from '../../../domain/cost.ts'
import { type Decimal, decimal, isZero } from '../../../domain/money.ts'

export const TOKEN_KINDS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** USD for one token of each stated kind. */
export type StatedRates = Partial<Record<TokenKind, Decimal>>

/**
 * The price of a model according to a source. A kind of token that is not mentioned is unknown:
 * neither free nor withdrawn.
 */
export type Statement = {
  rates: StatedRates
  /** Ascending. Above this many input tokens in a call, these rates apply to the whole call. */
  longContext: readonly { aboveInputTokens: number; rates: StatedRates }[]
}

/** A model of a source, under its catalog names. */
export type SourceModel = {
  provider: string
  name: string
  displayName: string
  /** The identifier that the source itself uses. */
  externalId: string
  contextWindow: number | null
  statement: Statement
}

/** The readable part of a source's list. */
export type SourceList = {
  models: SourceModel[]
  /** Models that are still offered, at a price that the catalog cannot express. */
  unpriced: { provider: string; name: string }[]
}

/** The price that results from applying a statement to the price in force; it has no id yet. */
export type Terms = Pick<CatalogPrice, 'rates' | 'longContext' | 'serviceTiers'>

const NOTHING: Rates = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWrite1h: null,
  unit: null,
}

/**
 * Removes cache rates of zero next to a paid input, which mean that the source left the field
 * empty.
 */
export function withoutEmptyCacheRates({ cacheRead, cacheWrite, ...rates }: StatedRates) {
  const isPaid = rates.input !== undefined && !isZero(rates.input)
  const isEmpty = (rate: Decimal | undefined) => rate === undefined || (isPaid && isZero(rate))
  return {
    ...rates,
    ...(cacheRead && !isEmpty(cacheRead) ? { cacheRead } : {}),
    ...(cacheWrite && !isEmpty(cacheWrite) ? { cacheWrite } : {}),
  }
}

/** Merges two statements about one model; returns undefined when they contradict each other. */
export function mergeStatements(a: Statement, b: Statement): Statement | undefined {
  const rates = mergeRates(a.rates, b.rates)
  const thresholds = [...new Set([...a.longContext, ...b.longContext].map(threshold))]
  const longContext = thresholds
    .sort((one, other) => one - other)
    .map((aboveInputTokens) => {
      const rates = mergeRates(tierRates(a, aboveInputTokens), tierRates(b, aboveInputTokens))
      return rates && { aboveInputTokens, rates }
    })
  if (!rates || longContext.includes(undefined)) return undefined
  return { rates, longContext: longContext.filter((tier) => tier !== undefined) }
}

function threshold({ aboveInputTokens }: { aboveInputTokens: number }): number {
  return aboveInputTokens
}

function tierRates({ longContext }: Statement, above: number): StatedRates {
  return longContext.find(({ aboveInputTokens }) => aboveInputTokens === above)?.rates ?? {}
}

function mergeRates(a: StatedRates, b: StatedRates): StatedRates | undefined {
  const contradicts = TOKEN_KINDS.some((kind) => {
    const [one, other] = [a[kind], b[kind]]
    return one !== undefined && other !== undefined && !isSameRate(one, other)
  })
  return contradicts ? undefined : { ...a, ...b }
}

/** Applies a statement to the price in force: unmentioned rates stay. */
export function applyStatement(current: Terms | undefined, stated: Statement): Terms {
  const rates = withStated(current?.rates ?? NOTHING, stated.rates)
  const serviceTiers = current?.serviceTiers ?? []
  if (stated.longContext.length === 0) {
    return { rates, longContext: current?.longContext ?? [], serviceTiers }
  }
  let below = rates
  const longContext = stated.longContext.map((tier) => {
    const known = current?.longContext.find(
      ({ aboveInputTokens }) => aboveInputTokens === tier.aboveInputTokens,
    )
    below = withStated(known?.rates ?? below, tier.rates)
    return { aboveInputTokens: tier.aboveInputTokens, rates: below }
  })
  return { rates, longContext, serviceTiers }
}

function withStated(rates: Rates, stated: StatedRates): Rates {
  return { ...rates, ...stated }
}

/** Returns true when a price already includes everything in the statement. */
export function isStatedBy(terms: Terms, stated: Statement): boolean {
  return isSameTerms(terms, applyStatement(terms, stated))
}

export function isSameTerms(a: Terms, b: Terms): boolean {
  return (
    isSameRates(a.rates, b.rates) &&
    a.longContext.length === b.longContext.length &&
    a.longContext.every((tier, index) => {
      const other = b.longContext[index]
      return (
        other?.aboveInputTokens === tier.aboveInputTokens && isSameRates(tier.rates, other.rates)
      )
    })
  )
}

function isSameRates(a: Rates, b: Rates): boolean {
  return TOKEN_KINDS.every((kind) => isSameRate(a[kind], b[kind]))
}

const PARTS = decimal('1000000000')

/**
 * Compares rates to one part in a billion, because 1/12 of a cent is written with varying numbers
 * of 3s.
 */
function isSameRate(a: Decimal | null, b: Decimal | null): boolean {
  if (a === null || b === null) return a === b
  return a.minus(b).abs().times(PARTS).lte(a.abs())
}
