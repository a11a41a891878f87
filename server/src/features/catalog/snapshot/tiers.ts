import { decimal, toExactText } from '../../../domain/money.ts'
import type {
  SnapshotModel,
  SnapshotPrice,
  SnapshotServiceTier,
  TokenRateTexts,
} from './schemas.ts'

/** A tier of service that a provider publishes for some of its models. */
export type PublishedTier = {
  provider: string
  serviceTiers: readonly string[]
  /** The source's models, without the provider. */
  models: readonly string[]
  /** Names of these models without the tier. */
  except?: RegExp
  /** The evidence, with its date. */
  why: string
  terms: HalfPrice | OwnPrice
}

/**
 * Half of the standard rates. Cached tokens have half of their rate, their standard rate, or none: then
 * they cost as much as other input.
 */
type HalfPrice = { kind: 'half'; cacheRates: 'half' | 'standard' | 'none' }

/** Rates beside these standard ones. Other prices of the model do not have the tier. */
type OwnPrice = {
  kind: 'own'
  standard: { input: string; output: string }
  rates: { input: string; output: string; cacheRead: string }
}

/**
 * Adds the published tiers to the prices of their models. Throws when a tier needs review: the source
 * dropped a model, or no price has the standard rates that it was published beside.
 */
export function withServiceTiers(
  models: readonly SnapshotModel[],
  tiers: readonly PublishedTier[],
): SnapshotModel[] {
  return tiers.reduce(withTier, [...models])
}

function withTier(models: SnapshotModel[], tier: PublishedTier): SnapshotModel[] {
  const meant = new Set(tier.models.map((model) => `${tier.provider}/${model}`))
  const found = new Set<string>()
  const changed = models.map((model) => {
    const isMeant = model.provider === tier.provider && meant.has(model.externalId)
    if (!isMeant || tier.except?.test(model.name)) return model
    const prices = model.prices.map((price) => withTierOf(price, tier))
    if (prices.some((price, index) => price !== model.prices[index])) found.add(model.externalId)
    return { ...model, prices }
  })
  const lost = [...meant].find((model) => !found.has(model))
  if (lost) throw new Error(`The tier ${tier.serviceTiers[0]} of ${lost} has no price; review it`)
  return changed
}

function withTierOf(price: SnapshotPrice, { serviceTiers, terms }: PublishedTier): SnapshotPrice {
  const rates = terms.kind === 'half' ? halfOf(price, terms) : ownRates(price, terms)
  if (!rates) return price
  const added = serviceTiers.map((serviceTier) => ({ serviceTier, ...rates }))
  return { ...price, serviceTiers: [...(price.serviceTiers ?? []), ...added] }
}

type TierRates = Omit<SnapshotServiceTier, 'serviceTier'>

function halfOf({ longContext, ...price }: SnapshotPrice, { cacheRates }: HalfPrice): TierRates {
  return {
    ...halfRates(price, cacheRates),
    ...(longContext && {
      longContext: longContext.map(({ aboveInputTokens, ...rates }) => ({
        aboveInputTokens,
        ...halfRates(rates, cacheRates),
      })),
    }),
  }
}

function halfRates(rates: TokenRateTexts, cacheRates: HalfPrice['cacheRates']): TokenRateTexts {
  const { cacheRead, cacheWrite, cacheWrite1h } = rates
  const ofCache = cacheRates === 'half' ? half : (rate: string) => rate
  return {
    ...(rates.input && { input: half(rates.input) }),
    ...(rates.output && { output: half(rates.output) }),
    ...(cacheRates !== 'none' && {
      ...(cacheRead && { cacheRead: ofCache(cacheRead) }),
      ...(cacheWrite && { cacheWrite: ofCache(cacheWrite) }),
      ...(cacheWrite1h && { cacheWrite1h: ofCache(cacheWrite1h) }),
    }),
  }
}

const half = (rate: string) => toExactText(decimal(rate).times(decimal('0.5')))

function ownRates(price: SnapshotPrice, { standard, rates }: OwnPrice): TierRates | undefined {
  const isBesideThem = price.input === standard.input && price.output === standard.output
  return isBesideThem ? rates : undefined
}
