import type { SnapshotPrice, SnapshotTier } from '../schemas.ts'
import type { Addition, Correction } from './correction.ts'
import { genaiPricesAsOf, litellmAsOf, llmPricesAsOf } from './sources.ts'

type Rates = Omit<SnapshotTier, 'aboveInputTokens'>

/** Above 128,000 tokens Gemini 1.5 cost twice as much. */
const above128k = (rates: Rates, long: Rates): Omit<SnapshotPrice, 'daily' | 'effectiveFrom'> => ({
  ...rates,
  longContext: [{ aboveInputTokens: 128_000, ...long }],
})
const above200k = (rates: Rates, long: Rates) => ({
  ...rates,
  longContext: [{ aboveInputTokens: 200_000, ...long }],
})

const GEMINI_1_0_PER_CHARACTER = { input: '0.125', output: '0.375' }
const GEMINI_1_0 = { input: '0.5', output: '1.5' }

const FLASH_1_5 = above128k(
  { input: '0.075', output: '0.3', cacheRead: '0.01875' },
  { input: '0.15', output: '0.6', cacheRead: '0.0375' },
)
const PRO_1_5 = above128k({ input: '1.25', output: '5' }, { input: '2.5', output: '10' })

const FLASH_2_5_PREVIEW = { input: '0.15', output: '0.6' }
const FLASH_2_5 = { input: '0.3', output: '2.5', cacheRead: '0.03' }
const FLASH_LITE_2_5 = { input: '0.1', output: '0.4', cacheRead: '0.01' }
const PRO_2_5 = { input: '1.25', output: '10' }
const PRO_2_5_LONG = { input: '2.5', output: '15' }
const PRO_2_5_NOW = above200k(
  { ...PRO_2_5, cacheRead: '0.125' },
  { ...PRO_2_5_LONG, cacheRead: '0.25' },
)
const FLASH_3_6 = { input: '1.5', output: '7.5', cacheRead: '0.15' }
const FLASH_3_6_REDUCED = { input: '0.75', output: '3.75', cacheRead: '0.075' }

const CHEAPER_CACHE_READS = `Cache reads of Gemini 2.5 cost a quarter of the input rate
  (${genaiPricesAsOf('90608773')}), and a tenth by 2025-11-07 at the latest
  (${genaiPricesAsOf('5de9400a')}). The source kept the newer rate only.`

export const GOOGLE_CORRECTIONS: readonly Correction[] = [
  {
    externalId: 'google/gemini-pro',
    why: `The source has Vertex AI's price for a million characters. Tokens cost 0.5 and 1.5 USD, as
      the source itself has it for openrouter/google/gemini-pro
      (https://github.com/pydantic/genai-prices/blob/main/prices/providers/openrouter.yml).`,
    listed: [GEMINI_1_0_PER_CHARACTER],
    prices: [GEMINI_1_0],
  },
  {
    externalId: 'google/gemini-1.0-pro-vision-001',
    why: `The same mistake as in google/gemini-pro. The source has 0.5 and 1.5 USD for
      openrouter/google/gemini-pro-vision
      (https://github.com/pydantic/genai-prices/blob/main/prices/providers/openrouter.yml).`,
    listed: [GEMINI_1_0_PER_CHARACTER],
    prices: [GEMINI_1_0],
  },
  {
    externalId: 'google/gemini-1.5-flash',
    why: `It cost 0.35 and 1.05 USD (${litellmAsOf('49a9c6f7')}) until the price cut of 2024-08-12
      (https://developers.googleblog.com/en/gemini-15-flash-updates-google-ai-studio-gemini-api/,
      https://github.com/BerriAI/litellm/issues/5589).`,
    listed: [FLASH_1_5],
    prices: [
      above128k({ input: '0.35', output: '1.05' }, { input: '0.7', output: '2.1' }),
      { effectiveFrom: '2024-08-12', ...FLASH_1_5 },
    ],
  },
  {
    externalId: 'google/gemini-1.5-pro',
    why: `It cost 3.5 and 10.5 USD (${litellmAsOf('e194a77c')}) until the price cut of 2024-10-01,
      announced with version 002 (https://github.com/BerriAI/litellm/pull/5874 names Google's
      article), and listed since (${llmPricesAsOf('51497f0')}).`,
    listed: [PRO_1_5],
    prices: [
      above128k({ input: '3.5', output: '10.5' }, { input: '7', output: '21' }),
      { effectiveFrom: '2024-10-01', ...PRO_1_5 },
    ],
  },
  {
    externalId: 'google/gemini-2.5-flash-preview',
    names: [
      'google/gemini-2.5-flash-preview-04-17:thinking',
      'google/gemini-2.5-flash-preview-05-20:thinking',
      'google/gemini-2.5-flash-preview:thinking',
    ],
    why: `With thinking the output of the previews cost 3.5 USD
      (https://github.com/RooCodeInc/Roo-Code/pull/2773,
      https://github.com/giselles-ai/giselle/pull/1039).`,
    listed: [FLASH_2_5_PREVIEW],
    prices: [{ input: '0.15', output: '3.5' }],
  },
  {
    externalId: 'google/gemini-2.5-flash-preview',
    names: ['google/gemini-2.5-flash-preview-05-20'],
    why: `The second preview cost what the first had (${litellmAsOf('96f40c68')}) until the model
      left its preview, and by 2025-06-20 at the latest what the model costs
      (${litellmAsOf('d31e96e2')}).`,
    listed: [FLASH_2_5_PREVIEW],
    prices: [
      FLASH_2_5_PREVIEW,
      { effectiveFrom: '2025-06-20', ...FLASH_2_5, cacheRead: '0.075' },
      { effectiveFrom: '2025-11-07', ...FLASH_2_5 },
    ],
  },
  {
    externalId: 'google/gemini-2.5-flash',
    why: CHEAPER_CACHE_READS,
    listed: [FLASH_2_5],
    prices: [
      { ...FLASH_2_5, cacheRead: '0.075' },
      { effectiveFrom: '2025-11-07', ...FLASH_2_5 },
    ],
  },
  {
    externalId: 'google/gemini-2.5-flash-lite',
    why: CHEAPER_CACHE_READS,
    listed: [FLASH_LITE_2_5],
    prices: [
      { ...FLASH_LITE_2_5, cacheRead: '0.025' },
      { effectiveFrom: '2025-11-07', ...FLASH_LITE_2_5 },
    ],
  },
  {
    externalId: 'google/gemini-2.5-pro',
    why: CHEAPER_CACHE_READS,
    listed: [PRO_2_5_NOW],
    prices: [
      above200k({ ...PRO_2_5, cacheRead: '0.31' }, { ...PRO_2_5_LONG, cacheRead: '0.625' }),
      { effectiveFrom: '2025-11-07', ...PRO_2_5_NOW },
    ],
  },
  {
    externalId: 'google/gemini-3.6-flash',
    why: `1.5 and 7.5 USD at the launch of July 2026 (${genaiPricesAsOf('6b6b364a')}); the lower price
      counts from 2026-08-13 until the end of the year (https://github.com/anchpop/tysm/pull/56).`,
    listed: [FLASH_3_6_REDUCED, { effectiveFrom: '2027-01-01', ...FLASH_3_6 }],
    prices: [
      FLASH_3_6,
      { effectiveFrom: '2026-08-13', ...FLASH_3_6_REDUCED },
      { effectiveFrom: '2027-01-01', ...FLASH_3_6 },
    ],
  },
]

const FREE = { input: '0', output: '0' }

const WERE_FREE = `Google's experimental models were free of charge
  (https://github.com/BerriAI/litellm/pull/5693 quotes its documentation).`

export const GOOGLE_ADDITIONS: readonly Addition[] = [
  {
    provider: 'google',
    names: ['gemini-1.5-flash-8b', 'gemini-1.5-flash-8b-001', 'gemini-1.5-flash-8b-latest'],
    displayName: 'Gemini 1.5 Flash-8B',
    why: `Half the price of Gemini 1.5 Flash from the first (${llmPricesAsOf('51497f0')}); the source
      has it, with its cache rates, for google/gemini-flash-1.5-8b
      (${genaiPricesAsOf('90608773')}).`,
    prices: [
      above128k(
        { input: '0.0375', output: '0.15', cacheRead: '0.01' },
        { input: '0.075', output: '0.3', cacheRead: '0.02' },
      ),
    ],
  },
  {
    provider: 'google',
    names: ['gemini-2.5-pro-exp-03-25'],
    displayName: 'Gemini 2.5 Pro Experimental',
    why: `Free of charge, also on Vertex AI; gemini-2.5-pro-preview-03-25 is the same model for money
      (https://github.com/BerriAI/litellm/pull/10122,
      https://github.com/pydantic/pydantic-ai/pull/1473).`,
    prices: [FREE],
  },
  {
    provider: 'google',
    names: ['gemini-1.5-pro-exp-0827'],
    displayName: 'Gemini 1.5 Pro Experimental',
    why: WERE_FREE,
    prices: [FREE],
  },
  {
    provider: 'google',
    names: ['gemini-1.5-flash-exp-0827'],
    displayName: 'Gemini 1.5 Flash Experimental',
    why: WERE_FREE,
    prices: [FREE],
  },
  {
    provider: 'google',
    names: ['gemini-1.5-flash-8b-exp-0924', 'gemini-1.5-flash-8b-exp-0827'],
    displayName: 'Gemini 1.5 Flash-8B Experimental',
    why: `${WERE_FREE} The second one too (${litellmAsOf('5fb518cc')}).`,
    prices: [FREE],
  },
  {
    provider: 'google',
    names: ['gemini-exp-1206', 'gemini-exp-1114'],
    displayName: 'Gemini Experimental',
    why: `${WERE_FREE} These too (${litellmAsOf('b993a71f')}, ${litellmAsOf('226b3329')}).`,
    prices: [FREE],
  },
]
