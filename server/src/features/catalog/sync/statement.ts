import type { CatalogPrice, Rates } from '../../../domain/cost.ts'
import { type Decimal, decimal, isZero } from '../../../domain/money.ts'

export const TOKEN_KINDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWrite1h'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** USD for one token of each stated kind. */
export type StatedRates = Partial<Record<TokenKind, Decimal>>

/** Rates by the length of a call. */
export type StatedLevels = {
  rates: StatedRates
  /** Ascending. Above this many input tokens in a call, these rates apply to the whole call. */
  longContext: readonly { aboveInputTokens: number; rates: StatedRates }[]
}

type StatedTier = StatedLevels & { serviceTier: string }

/**
 * The price of a model according to a source. A kind of token or a service tier that is not
 * mentioned is unknown: neither free nor withdrawn.
 */
export type Statement = StatedLevels & { serviceTiers?: readonly StatedTier[] }

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

export type Levels = Pick<Terms, 'rates' | 'longContext'>

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
export function withoutEmptyCacheRates(stated: StatedRates): StatedRates {
  const { cacheRead, cacheWrite, cacheWrite1h, ...rates } = stated
  const isPaid = rates.input !== undefined && !isZero(rates.input)
  const isEmpty = (rate: Decimal | undefined) => rate === undefined || (isPaid && isZero(rate))
  return {
    ...rates,
    ...(cacheRead && !isEmpty(cacheRead) ? { cacheRead } : {}),
    ...(cacheWrite && !isEmpty(cacheWrite) ? { cacheWrite } : {}),
    ...(cacheWrite1h && !isEmpty(cacheWrite1h) ? { cacheWrite1h } : {}),
  }
}

/** Merges two statements about one model; returns undefined when they contradict each other. */
export function mergeStatements(a: Statement, b: Statement): Statement | undefined {
  const standard = mergeLevels(a, b)
  const names = [...new Set([...tiersOf(a), ...tiersOf(b)].map(({ serviceTier }) => serviceTier))]
  const serviceTiers = names.map((serviceTier) => {
    const levels = mergeLevels(tierOf(a, serviceTier), tierOf(b, serviceTier))
    return levels && { serviceTier, ...levels }
  })
  if (!standard || serviceTiers.includes(undefined)) return undefined
  const tiers = serviceTiers.filter((tier) => tier !== undefined)
  return { ...standard, ...(tiers.length > 0 && { serviceTiers: tiers }) }
}

const tiersOf = ({ serviceTiers = [] }: Statement) => serviceTiers

function tierOf(statement: Statement, name: string): StatedLevels {
  const tier = tiersOf(statement).find(({ serviceTier }) => serviceTier === name)
  return tier ?? { rates: {}, longContext: [] }
}

function mergeLevels(a: StatedLevels, b: StatedLevels): StatedLevels | undefined {
  const rates = mergeRates(a.rates, b.rates)
  const thresholds = [...new Set([...a.longContext, ...b.longContext].map(threshold))]
  const longContext = thresholds
    .sort((one, other) => one - other)
    .map((aboveInputTokens) => {
      const rates = mergeRates(ratesAbove(a, aboveInputTokens), ratesAbove(b, aboveInputTokens))
      return rates && { aboveInputTokens, rates }
    })
  if (!rates || longContext.includes(undefined)) return undefined
  return { rates, longContext: longContext.filter((level) => level !== undefined) }
}

function threshold({ aboveInputTokens }: { aboveInputTokens: number }): number {
  return aboveInputTokens
}

function ratesAbove({ longContext }: StatedLevels, above: number): StatedRates {
  return longContext.find(({ aboveInputTokens }) => aboveInputTokens === above)?.rates ?? {}
}

function mergeRates(a: StatedRates, b: StatedRates): StatedRates | undefined {
  const contradicts = TOKEN_KINDS.some((kind) => {
    const [one, other] = [a[kind], b[kind]]
    return one !== undefined && other !== undefined && !isSameRate(one, other)
  })
  return contradicts ? undefined : { ...a, ...b }
}

/**
 * Applies a statement to the price in force: unmentioned rates and tiers stay. A new tier has the
 * standard rates for what the source does not mention.
 */
export function applyStatement(current: Terms | undefined, stated: Statement): Terms {
  const standard = applyLevels(current ?? { rates: NOTHING, longContext: [] }, stated)
  const known = current?.serviceTiers ?? []
  const names = tiersOf(stated).map(({ serviceTier }) => serviceTier)
  const changed = tiersOf(stated).map((tier) => ({
    serviceTier: tier.serviceTier,
    ...applyLevels(known.find((one) => one.serviceTier === tier.serviceTier) ?? standard, tier),
  }))
  const kept = known.filter(({ serviceTier }) => !names.includes(serviceTier))
  return { ...standard, serviceTiers: [...kept, ...changed] }
}

function applyLevels(current: Levels, stated: StatedLevels): Levels {
  const rates = withStated(current.rates, stated.rates)
  if (stated.longContext.length === 0) return { rates, longContext: current.longContext }
  let below = rates
  const longContext = stated.longContext.map((level) => {
    const known = current.longContext.find(
      ({ aboveInputTokens }) => aboveInputTokens === level.aboveInputTokens,
    )
    below = withStated(known?.rates ?? below, level.rates)
    return { aboveInputTokens: level.aboveInputTokens, rates: below }
  })
  return { rates, longContext }
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
    isSameLevels(a, b) &&
    a.serviceTiers.length === b.serviceTiers.length &&
    a.serviceTiers.every((tier) => {
      const other = b.serviceTiers.find(({ serviceTier }) => serviceTier === tier.serviceTier)
      return other !== undefined && isSameLevels(tier, other)
    })
  )
}

function isSameLevels(a: Levels, b: Levels): boolean {
  return (
    isSameRates(a.rates, b.rates) &&
    a.longContext.length === b.longContext.length &&
    a.longContext.every((level, index) => {
      const other = b.longContext[index]
      return (
        other?.aboveInputTokens === level.aboveInputTokens && isSameRates(level.rates, other.rates)
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
