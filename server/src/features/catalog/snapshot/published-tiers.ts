import type { PublishedTier } from './tiers.ts'

const OPENAI_PRICES = 'https://developers.openai.com/api/docs/pricing'
const OPENAI_PRIORITY = 'https://openai.com/api-priority-processing/'
const LITELLM = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json'

/** Chat aliases and Codex models are not in the lists of Batch and Flex. */
const NOT_IN_BATCH = /chat|codex|-search|-high$/

/** OpenAI's priority rates: model, standard input and output, then input, cached input and output. */
const OPENAI_PRIORITY_RATES = [
  ['gpt-4.1', '2', '8', '3.5', '0.875', '14'],
  ['gpt-4.1-mini', '0.4', '1.6', '0.7', '0.175', '2.8'],
  ['gpt-4.1-nano', '0.1', '0.4', '0.2', '0.05', '0.8'],
  ['gpt-4o', '2.5', '10', '4.25', '2.125', '17'],
  ['gpt-4o-mini', '0.15', '0.6', '0.25', '0.125', '1'],
  ['gpt-5', '1.25', '10', '2.5', '0.25', '20'],
  ['gpt-5-mini', '0.25', '2', '0.45', '0.045', '3.6'],
  ['gpt-5.1', '1.25', '10', '2.5', '0.25', '20'],
  ['gpt-5.2', '1.75', '14', '3.5', '0.35', '28'],
  ['gpt-5.4', '2.5', '15', '5', '0.5', '30'],
  ['gpt-5.4-mini', '0.75', '4.5', '1.5', '0.15', '9'],
  ['o3', '2', '8', '3.5', '0.875', '14'],
  ['o4-mini', '1.1', '4.4', '2', '0.5', '8'],
] as const

/**
 * Tiers that a documented list names for a model. A model that is missing here costs its standard
 * rates in every tier, with a warning.
 */
export const PUBLISHED_TIERS: readonly PublishedTier[] = [
  {
    provider: 'openai',
    serviceTiers: ['batch', 'flex'],
    models: [
      ...['gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-5.1', 'gpt-5.2'],
      ...['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.4-pro', 'gpt-5.5', 'gpt-5.5-pro'],
      ...['gpt-5.6-luna', 'gpt-5.6-sol', 'gpt-5.6-terra'],
      ...['gpt-6-astra', 'gpt-6-luna', 'gpt-6-sol'],
    ],
    except: NOT_IN_BATCH,
    why: `Batch and Flex cost 50 % of the standard rates, also of cached tokens and long prompts:
      ${OPENAI_PRICES} as of 2025-08 and 2026-09-13,
      https://developers.openai.com/api/docs/models/gpt-6-sol as of 2026-11, ${LITELLM} as of
      2026-07-24. The page rounds to three digits.`,
    terms: { kind: 'half', cacheRates: 'half' },
  },
  {
    provider: 'openai',
    serviceTiers: ['flex'],
    models: ['o3', 'o4-mini'],
    except: NOT_IN_BATCH,
    why: `Flex has the rates of Batch with a discount for cached tokens: ${OPENAI_PRICES} as of
      2025-08, ${LITELLM} as of 2026-07-24.`,
    terms: { kind: 'half', cacheRates: 'half' },
  },
  {
    provider: 'openai',
    serviceTiers: ['batch'],
    models: [
      ...['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-4o', 'gpt-4o-2024-05-13', 'gpt-4o-mini'],
      ...['gpt-5-pro', 'gpt-5.2-pro', 'o1', 'o1-mini', 'o1-pro', 'o3', 'o3-deep-research'],
      ...['o3-mini', 'o3-pro', 'o4-mini', 'o4-mini-deep-research'],
    ],
    except: NOT_IN_BATCH,
    why: `The Batch table has half of input and output, and no rate of cached input:
      ${OPENAI_PRICES} as of 2025-08, ${LITELLM} as of 2026-07-24.`,
    terms: { kind: 'half', cacheRates: 'none' },
  },
  {
    provider: 'openai',
    serviceTiers: ['batch'],
    models: ['text-embedding-3-large', 'text-embedding-3-small', 'text-embedding-ada-002'],
    why: `The table of embeddings has half of the rates for Batch: ${OPENAI_PRICES} as of 2025-08.`,
    terms: { kind: 'half', cacheRates: 'none' },
  },
  ...OPENAI_PRIORITY_RATES.map(
    ([model, standardInput, standardOutput, input, cacheRead, output]) => ({
      provider: 'openai',
      serviceTiers: ['priority'],
      models: [model],
      except: /chat|-search|codex-max|-high$/,
      why: `${OPENAI_PRIORITY} as of 2026, which excludes long prompts, and ${LITELLM} as of 2026-07-24
      agree. They differ for GPT-5.5, so that later models are left out.`,
      terms: {
        kind: 'own' as const,
        standard: { input: standardInput, output: standardOutput },
        rates: { input, output, cacheRead },
      },
    }),
  ),
  {
    provider: 'anthropic',
    serviceTiers: ['batch'],
    models: [
      ...['claude-3-haiku', 'claude-3-opus-latest', 'claude-3-5-haiku-latest'],
      ...['claude-3-5-sonnet', 'claude-3-7-sonnet-latest', 'claude-sonnet-4-0', 'claude-opus-4-0'],
      ...['claude-opus-4-1', 'claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-5'],
      ...['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-opus-4-7', 'claude-opus-4-8'],
      ...['claude-fable-5', 'claude-fable-5-1', 'claude-opus-5', 'claude-opus-5-5'],
      'claude-sonnet-5',
    ],
    why: `Message Batches cost 50 % of the standard rates, with the discount for cached tokens on
      top: https://docs.anthropic.com/en/docs/build-with-claude/batch-processing as of 2026-11. It
      lists every model since Claude 3 but for Claude 3 Sonnet.`,
    terms: { kind: 'half', cacheRates: 'half' },
  },
  {
    provider: 'google',
    serviceTiers: ['batch'],
    models: [
      ...['gemini-2.0-flash', 'gemini-2.0-flash-lite'],
      ...['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro'],
      ...['gemini-3-flash-preview', 'gemini-3-pro-preview', 'gemini-3.1-flash-lite'],
      ...['gemini-3.1-pro-preview', 'gemini-3.5-flash-lite', 'gemini-embedding-001'],
    ],
    why: `Batch costs 50 % of the standard rates, while cached tokens keep theirs:
      https://ai.google.dev/gemini-api/docs/pricing and
      https://ai.google.dev/gemini-api/docs/batch-api as of 2026-10, ${LITELLM} as of 2026-07-24.`,
    terms: { kind: 'half', cacheRates: 'standard' },
  },
  {
    provider: 'mistral',
    serviceTiers: ['batch'],
    models: [
      ...['codestral', 'codestral-2508', 'devstral-2512', 'devstral-medium-2507'],
      ...['magistral-medium', 'magistral-small', 'ministral-14b-2512', 'ministral-3b'],
      ...['ministral-3b-2512', 'ministral-8b', 'ministral-8b-2512', 'ministral-8b-latest'],
      ...['mistral-embed', 'mistral-large', 'mistral-large-2512', 'mistral-medium-3-1'],
      ...['mistral-medium-3-5', 'mistral-medium-latest', 'mistral-small-2603'],
      ...['mistral-small-latest', 'pixtral-12b', 'pixtral-large'],
    ],
    why: `Batch costs 50 % of the standard rates of input and output, for the models that Mistral
      itself serves: https://mistral.ai/news/batch-api as of 2024-11-07. Its effect on cached tokens
      is not published.`,
    terms: { kind: 'half', cacheRates: 'standard' },
  },
]
