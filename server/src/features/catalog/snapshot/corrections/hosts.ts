import type { Addition, Correction } from './correction.ts'
import { genaiPricesAsOf, litellmAsOf } from './sources.ts'

const GPT_OSS_120B = { input: '0.15', output: '0.6', cacheRead: '0.075' }
const GPT_OSS_20B = { input: '0.075', output: '0.3', cacheRead: '0.0375' }
const V4_FLASH = { input: '0.14', output: '0.28', cacheRead: '0.028' }

const GROQ_GPT_OSS = `The source's own history has the price of the launch
  (${genaiPricesAsOf('6664b5ac')}) and a lower one by 2025-11-11 at the latest
  (${genaiPricesAsOf('f627bddc')}).`

/** Corrections for hosts of open models, which set their own prices. */
export const HOST_CORRECTIONS: readonly Correction[] = [
  {
    externalId: 'groq/openai/gpt-oss-120b',
    names: ['groq/openai/gpt-oss-120b'],
    why: GROQ_GPT_OSS,
    listed: [GPT_OSS_120B],
    prices: [
      { input: '0.15', output: '0.75' },
      { effectiveFrom: '2025-11-11', ...GPT_OSS_120B },
    ],
  },
  {
    externalId: 'groq/openai/gpt-oss-20b',
    why: GROQ_GPT_OSS,
    listed: [GPT_OSS_20B],
    prices: [
      { input: '0.1', output: '0.5' },
      { effectiveFrom: '2025-11-11', ...GPT_OSS_20B },
    ],
  },
  {
    externalId: 'groq/mixtral-8x7b-32768',
    why: `It cost 0.27 USD in spring 2024 (${litellmAsOf('5f7464ce')}) and 0.24 by 2024-06-30 at the
      latest (${litellmAsOf('49a9c6f7')}).`,
    listed: [{ input: '0.24', output: '0.24' }],
    prices: [
      { input: '0.27', output: '0.27' },
      { effectiveFrom: '2024-06-30', input: '0.24', output: '0.24' },
    ],
  },
  {
    externalId: 'fireworks/deepseek-v4-flash',
    names: ['fireworks/accounts/fireworks/models/deepseek-v4-flash-0731'],
    why: `Fireworks raised the price with DeepSeek's own; the new one was seen on 2026-08-22
      (https://github.com/pollinations/pollinations/pull/13677).`,
    listed: [V4_FLASH],
    prices: [
      V4_FLASH,
      { effectiveFrom: '2026-08-22', input: '0.22', output: '0.66', cacheRead: '0.007' },
    ],
  },
]

/** Adds a model under its short and its full name, because Fireworks accepts both. */
function onFireworks(
  name: string,
  { displayName, why, prices }: Pick<Addition, 'displayName' | 'why' | 'prices'>,
): Addition {
  const names = [name, `accounts/fireworks/models/${name}`] as const
  return { provider: 'fireworks', names, displayName, why, prices }
}

const flat = (rate: string) => ({ input: rate, output: rate })

export const HOST_ADDITIONS: readonly Addition[] = [
  onFireworks('deepseek-v3', {
    displayName: 'DeepSeek V3',
    why: `0.9 USD in each direction from the first (${litellmAsOf('226b3329')}).`,
    prices: [flat('0.9')],
  }),
  onFireworks('deepseek-r1', {
    displayName: 'DeepSeek R1',
    why: `8 USD in each direction; input for 3 USD by 2025-03-20 at the latest
      (https://github.com/botpress/botpress/pull/13726).`,
    prices: [flat('8'), { effectiveFrom: '2025-03-20', input: '3', output: '8' }],
  }),
  onFireworks('deepseek-r1-basic', {
    displayName: 'DeepSeek R1 (Basic)',
    why: `The price of DeepSeek itself (https://github.com/botpress/botpress/pull/13726,
      ${litellmAsOf('30c32a6e')}).`,
    prices: [{ input: '0.55', output: '2.19' }],
  }),
  onFireworks('deepseek-v3p1', {
    displayName: 'DeepSeek V3.1',
    why: 'https://github.com/BerriAI/litellm/pull/13958',
    prices: [{ input: '0.56', output: '1.68' }],
  }),
  onFireworks('qwen2p5-coder-32b-instruct', {
    displayName: 'Qwen2.5 Coder 32B Instruct',
    why: litellmAsOf('b993a71f'),
    prices: [flat('0.9')],
  }),
  onFireworks('llama-v3p1-405b-instruct', {
    displayName: 'Llama 3.1 405B Instruct',
    why: litellmAsOf('30c32a6e'),
    prices: [flat('3')],
  }),
  onFireworks('kimi-k2-instruct', {
    displayName: 'Kimi K2 Instruct',
    why: litellmAsOf('5af0fcb4'),
    prices: [{ input: '0.6', output: '2.5' }],
  }),
  {
    provider: 'cerebras',
    names: ['qwen-3-coder-480b'],
    displayName: 'Qwen 3 Coder 480B',
    why: `The source has the name without a price. https://github.com/anomalyco/models.dev/pull/104
      quotes Cerebras.`,
    prices: [flat('2')],
  },
  {
    provider: 'cerebras',
    names: ['qwen-3-235b-a22b-instruct-2507'],
    displayName: 'Qwen 3 235B A22B Instruct 2507',
    why: 'https://github.com/Helicone/helicone/pull/5618 quotes Cerebras.',
    prices: [{ input: '0.6', output: '1.2' }],
  },
  {
    provider: 'together',
    names: ['qwen/qwen3-235b-a22b-fp8-tput'],
    displayName: 'Qwen3 235B A22B FP8 Throughput',
    why: litellmAsOf('46286920'),
    prices: [{ input: '0.2', output: '0.6' }],
  },
  {
    provider: 'together',
    names: ['qwen/qwen3-coder-480b-a35b-instruct-fp8'],
    displayName: 'Qwen3 Coder 480B A35B Instruct FP8',
    why: litellmAsOf('46286920'),
    prices: [flat('2')],
  },
  {
    provider: 'together',
    names: ['deepseek-ai/deepseek-v3'],
    displayName: 'DeepSeek V3',
    why: litellmAsOf('23b960f9'),
    prices: [flat('1.25')],
  },
  {
    provider: 'together',
    names: ['deepseek-ai/deepseek-r1'],
    displayName: 'DeepSeek R1',
    why: litellmAsOf('23b960f9'),
    prices: [{ input: '3', output: '7' }],
  },
  {
    provider: 'together',
    names: ['moonshotai/kimi-k2-instruct'],
    displayName: 'Kimi K2 Instruct',
    why: litellmAsOf('23b960f9'),
    prices: [{ input: '1', output: '3' }],
  },
]
