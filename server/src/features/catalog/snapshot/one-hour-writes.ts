import { decimal, toExactText } from '../../../domain/money.ts'
import type { SnapshotModel, TokenRateTexts } from './schemas.ts'

/**
 * Providers that sell Claude with the multipliers of Anthropic: the list has their rates of other cache
 * writes, and mostly lacks those for one hour.
 * - https://platform.claude.com/docs/en/about-claude/pricing: "1-hour cache write: 2x base input".
 * - https://aws.amazon.com/bedrock/pricing/ and https://cloud.google.com/vertex-ai/generative-ai/pricing
 *   list a rate for one hour of twice the input.
 * - https://openrouter.ai/docs/features/prompt-caching: a lifetime of one hour costs twice the input.
 */
const SELLERS: ReadonlySet<string> = new Set(['aws', 'google', 'openrouter'])
const CLAUDE = /(^|[./])claude-/
const MULTIPLE_OF_INPUT = decimal('2')

/** Adds the rates of cache writes for one hour to models of Claude that have one of other writes. */
export function withOneHourWrites(models: readonly SnapshotModel[]): SnapshotModel[] {
  return models.map((model) => {
    if (!SELLERS.has(model.provider) || !CLAUDE.test(model.name)) return model
    const prices = model.prices.map((price) => ({
      ...withOneHourRate(price),
      ...(price.longContext && { longContext: price.longContext.map(withOneHourRate) }),
    }))
    return { ...model, prices }
  })
}

function withOneHourRate<T extends TokenRateTexts>(rates: T): T {
  const { input, cacheWrite, cacheWrite1h } = rates
  if (input === undefined || cacheWrite === undefined || cacheWrite1h !== undefined) return rates
  return { ...rates, cacheWrite1h: toExactText(decimal(input).times(MULTIPLE_OF_INPUT)) }
}
