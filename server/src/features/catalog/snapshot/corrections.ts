import { isDeepStrictEqual } from 'node:util'
import type { SnapshotModel, SnapshotPrice } from './format.ts'

/** A model whose price the source has wrong. Every name that means the model is corrected. */
export type Correction = {
  /** The source's provider and model. */
  externalId: string
  /** What is wrong, and where that is known from. */
  why: string
  /** What the source said when the correction was made. */
  listed: readonly SnapshotPrice[]
  prices: readonly SnapshotPrice[]
}

/**
 * The list as the source should have it. A correction must not outlive its reason: where the source
 * dropped the model, agrees by now or says a third thing, a person has to look at it again.
 */
export function withCorrections(
  models: readonly SnapshotModel[],
  corrections: readonly Correction[],
): SnapshotModel[] {
  return corrections.reduce(withCorrection, [...models])
}

function withCorrection(models: SnapshotModel[], correction: Correction): SnapshotModel[] {
  const { externalId, listed, prices } = correction
  const refuse = (problem: string) => new Error(`The correction of ${externalId} ${problem}`)
  const isMeant = (model: SnapshotModel) => model.externalId === externalId
  const meant = models.filter(isMeant)
  if (meant.length === 0) throw refuse('has no entry left; remove it')
  for (const { provider, name, prices: current } of meant) {
    if (isDeepStrictEqual(current, prices)) throw refuse('changes nothing any more; remove it')
    if (!isDeepStrictEqual(current, listed)) {
      throw refuse(`was made before the source changed ${provider}/${name}; review it`)
    }
  }
  return models.map((model) => (isMeant(model) ? { ...model, prices: [...prices] } : model))
}

/** At night both models cost the same, and at any hour since they are one with two names. */
const DEEPSEEK_SAME_FOR_BOTH: readonly SnapshotPrice[] = [
  {
    effectiveFrom: '2025-02-26T16:30Z',
    daily: { from: '16:30', to: '00:30' },
    input: '0.135',
    output: '0.55',
    cacheRead: '0.035',
  },
  { effectiveFrom: '2025-09-05T16:00Z', input: '0.56', output: '1.68', cacheRead: '0.07' },
  { effectiveFrom: '2025-09-29', input: '0.28', output: '0.42', cacheRead: '0.028' },
  { effectiveFrom: '2026-04-24', input: '0.14', output: '0.28', cacheRead: '0.028' },
  { effectiveFrom: '2026-04-26T12:15Z', input: '0.14', output: '0.28', cacheRead: '0.0028' },
]

const DEEPSEEK_CHANGES = `The source has the prices of spring 2025 for all time. The night discount
  began at half past midnight in Beijing on 2025-02-27 (https://techgethub.com/?p=9801) and ended on
  2025-09-05 at 16:00 UTC with new prices (https://api-docs.deepseek.com/quick_start/pricing as of
  August 2025). V3.2 made them lower on 2025-09-29 (https://github.com/promptfoo/promptfoo/pull/5787).
  Since V4, of 2026-04-24, and until they were withdrawn on 2026-07-24, both names meant
  deepseek-v4-flash (https://github.com/anomalyco/models.dev/pull/2037), whose cache reads fell to a
  tenth on 2026-04-26 at 12:15 UTC (https://tokenmix.ai/blog/deepseek-api-pricing).`

const HAIKU_3_5 = { input: '0.8', output: '4', cacheRead: '0.08', cacheWrite: '1' }

const GEMINI_1_0_PER_CHARACTER = { input: '0.125', output: '0.375' }
const GEMINI_1_0 = { input: '0.5', output: '1.5' }

export const CORRECTIONS: readonly Correction[] = [
  {
    externalId: 'deepseek/deepseek-chat',
    why: `${DEEPSEEK_CHANGES} Before, V3 cost what V2.5 had, until 2025-02-08 16:00 UTC
      (https://github.com/BerriAI/litellm/pull/8363).`,
    listed: [
      { input: '0.135', output: '0.55', cacheRead: '0.035' },
      { daily: { from: '00:30', to: '16:30' }, input: '0.27', output: '1.1', cacheRead: '0.07' },
    ],
    prices: [
      { input: '0.14', output: '0.28', cacheRead: '0.014' },
      { effectiveFrom: '2025-02-08T16:00Z', input: '0.27', output: '1.1', cacheRead: '0.07' },
      ...DEEPSEEK_SAME_FOR_BOTH,
    ],
  },
  {
    externalId: 'deepseek/deepseek-reasoner',
    why: `${DEEPSEEK_CHANGES} R1 had no part in the earlier discount of V3.`,
    listed: [
      { input: '0.135', output: '0.55', cacheRead: '0.035' },
      { daily: { from: '00:30', to: '16:30' }, input: '0.55', output: '2.19', cacheRead: '0.14' },
    ],
    prices: [{ input: '0.55', output: '2.19', cacheRead: '0.14' }, ...DEEPSEEK_SAME_FOR_BOTH],
  },
  {
    externalId: 'openai/o3',
    why: `The source has today's cache rate for the time before the price cut of 2025-06-10; it was a
      quarter of the input rate then too (https://github.com/langfuse/langfuse/pull/7223).`,
    listed: [
      { input: '10', output: '40', cacheRead: '0.5' },
      { effectiveFrom: '2025-06-10', input: '2', output: '8', cacheRead: '0.5' },
    ],
    prices: [
      { input: '10', output: '40', cacheRead: '2.5' },
      { effectiveFrom: '2025-06-10', input: '2', output: '8', cacheRead: '0.5' },
    ],
  },
  {
    externalId: 'anthropic/claude-3-5-haiku-latest',
    why: `The source lacks the price of the first month: 1 and 5 USD at the launch of 2024-11-04
      (https://github.com/simonw/llm-claude-3/issues/23), cut by 2024-12-04 at the latest
      (https://github.com/danny-avila/LibreChat/pull/4851). Cache rates are 1.25 and 0.1 of input.`,
    listed: [HAIKU_3_5],
    prices: [
      { input: '1', output: '5', cacheRead: '0.1', cacheWrite: '1.25' },
      { effectiveFrom: '2024-12-03', ...HAIKU_3_5 },
    ],
  },
  {
    externalId: 'google/gemini-pro',
    why: `The source has Vertex AI's price for a million characters. Tokens cost 0.5 and 1.5 USD, as
      the source itself has it for openrouter/google/gemini-pro.`,
    listed: [GEMINI_1_0_PER_CHARACTER],
    prices: [GEMINI_1_0],
  },
  {
    externalId: 'google/gemini-1.0-pro-vision-001',
    why: `The same mistake as in google/gemini-pro. The source has 0.5 and 1.5 USD for
      openrouter/google/gemini-pro-vision.`,
    listed: [GEMINI_1_0_PER_CHARACTER],
    prices: [GEMINI_1_0],
  },
]
