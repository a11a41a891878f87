import type { SnapshotPrice } from '../schemas.ts'
import type { Correction } from './correction.ts'
import { litellmAsOf, llmPricesAsOf } from './sources.ts'

const GPT_4O = { input: '2.5', output: '10', cacheRead: '1.25' }
const GPT_3_5 = { input: '0.5', output: '1.5' }
const O1_MINI = { input: '1.1', output: '4.4', cacheRead: '0.55' }

const GPT_5_6_SOL: SnapshotPrice = {
  input: '5',
  output: '30',
  cacheRead: '0.5',
  cacheWrite: '6.25',
  longContext: [
    {
      aboveInputTokens: 271_999,
      input: '10',
      output: '45',
      cacheRead: '1',
      cacheWrite: '12.5',
    },
  ],
}
const GPT_5_6_SOL_REDUCED: SnapshotPrice = {
  input: '4',
  output: '20',
  cacheRead: '0.4',
  cacheWrite: '5',
  longContext: [
    { aboveInputTokens: 271_999, input: '8', output: '30', cacheRead: '0.8', cacheWrite: '10' },
  ],
}

export const OPENAI_CORRECTIONS: readonly Correction[] = [
  {
    externalId: 'openai/gpt-4o',
    names: ['openai/gpt-4o'],
    why: `Until 2024-10-02 the name meant gpt-4o-2024-05-13, for 5 and 15 USD
      (https://github.com/promptfoo/promptfoo/pull/1728), and since then gpt-4o-2024-08-06
      (https://github.com/RobotecAI/rai/pull/226,
      https://github.com/danny-avila/LibreChat/issues/4386).`,
    listed: [GPT_4O],
    prices: [
      { input: '5', output: '15' },
      { effectiveFrom: '2024-10-02', ...GPT_4O },
    ],
  },
  {
    externalId: 'openai/gpt-3.5-turbo',
    names: ['openai/gpt-3.5-turbo'],
    why: `Until 2024-02-16 the name meant gpt-3.5-turbo-0613, and since then gpt-3.5-turbo-0125
      (https://github.com/langchain-ai/langchain/pull/17009,
      https://github.com/songquanpeng/one-api/issues/1011).`,
    listed: [GPT_3_5],
    prices: [
      { input: '1.5', output: '2' },
      { effectiveFrom: '2024-02-16', ...GPT_3_5 },
    ],
  },
  {
    externalId: 'openai/o1-mini',
    why: `It cost 3 and 12 USD (${litellmAsOf('5fb518cc')}) until the launch of o3-mini on
      2025-01-31 (${llmPricesAsOf('5c1774b')}, https://github.com/RooCodeInc/Roo-Code/pull/711).`,
    listed: [O1_MINI],
    prices: [
      { input: '3', output: '12', cacheRead: '1.5' },
      { effectiveFrom: '2025-01-31', ...O1_MINI },
    ],
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
    externalId: 'openai/gpt-5.6-sol',
    names: ['azure/gpt-5-6', 'azure/gpt-5-6-sol', 'azure/gpt-5.6', 'azure/gpt-5.6-sol'],
    why: `Azure followed OpenAI's price cut of 2026-08-21 on 2026-09-01
      (https://github.com/anomalyco/models.dev/pull/5992 quotes Azure).`,
    listed: [GPT_5_6_SOL, { effectiveFrom: '2026-08-21', ...GPT_5_6_SOL_REDUCED }],
    prices: [GPT_5_6_SOL, { effectiveFrom: '2026-09-01', ...GPT_5_6_SOL_REDUCED }],
  },
]
