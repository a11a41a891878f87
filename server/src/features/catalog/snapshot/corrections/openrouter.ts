import type { SnapshotPrice } from '../schemas.ts'
import type { Addition, Correction } from './correction.ts'
import { genaiPricesAsOf, litellmAsOf } from './sources.ts'

/**
 * OpenRouter publishes only its current prices. Older prices come from copies of its list: one of
 * 2025-06-22 and the next of 2026-06-15, which the source still uses.
 */
const IN_JUNE_2025 = genaiPricesAsOf('8421a4e0')
const IN_JUNE_2026 = genaiPricesAsOf('cee9e74c')

/**
 * Describes a price that changed between the two lists, dated by the newer one, which first shows
 * it.
 */
function between(model: string, before: SnapshotPrice, after: SnapshotPrice): Correction {
  return {
    externalId: `openrouter/${model}`,
    why: `The price of 2025-06-22 (${IN_JUNE_2025}) had changed by 2026-06-15 (${IN_JUNE_2026}).`,
    listed: [after],
    prices: [before, { effectiveFrom: '2026-06-15', ...after }],
  }
}

const NO_MARGIN = `OpenRouter passes on what the seller takes
  (https://newsletter.pricepertoken.com/p/price-swings-on-openrouter-might-surprise-you)`

const rates = (input: string, output: string) => ({ input, output })

const HAIKU_3_5_PRICES = [rates('1', '5'), { effectiveFrom: '2024-12-03', ...rates('0.8', '4') }]
const HAIKU_3_5_WHY = `1 and 5 USD at the launch (${litellmAsOf('32dfb47f')}), cut with Anthropic's own
  price in December 2024 (https://github.com/danny-avila/LibreChat/pull/4851). ${NO_MARGIN}.`

export const OPENROUTER_CORRECTIONS: readonly Correction[] = [
  {
    externalId: 'openrouter/openai/gpt-4o',
    names: ['openrouter/openai/gpt-4o'],
    why: `5 and 15 USD at the launch (${litellmAsOf('4d27dcd1')}), and OpenAI's new price since
      2024-10-02 (https://github.com/danny-avila/LibreChat/issues/4386). ${NO_MARGIN}.`,
    listed: [rates('2.5', '10')],
    prices: [rates('5', '15'), { effectiveFrom: '2024-10-02', ...rates('2.5', '10') }],
  },
  {
    externalId: 'openrouter/openai/o1-mini',
    why: `3 and 12 USD at the launch (${litellmAsOf('74a4d560')}), and OpenAI's new price since
      2025-01-31 (https://github.com/RooCodeInc/Roo-Code/pull/711). ${NO_MARGIN}.`,
    listed: [rates('1.1', '4.4')],
    prices: [rates('3', '12'), { effectiveFrom: '2025-01-31', ...rates('1.1', '4.4') }],
  },
  {
    externalId: 'openrouter/openai/o3',
    why: `10 and 40 USD at the launch (${IN_JUNE_2025}), and OpenAI's new price since 2025-06-10
      (https://github.com/langfuse/langfuse/pull/7223). ${NO_MARGIN}.`,
    listed: [{ ...rates('2', '8'), cacheRead: '0.5' }],
    prices: [
      rates('10', '40'),
      { effectiveFrom: '2025-06-10', ...rates('2', '8'), cacheRead: '0.5' },
    ],
  },
  {
    externalId: 'openrouter/anthropic/claude-3.5-haiku',
    why: HAIKU_3_5_WHY,
    listed: [rates('0.8', '4')],
    prices: HAIKU_3_5_PRICES,
  },
  {
    externalId: 'openrouter/deepseek/deepseek-chat',
    why: `0.14 and 0.28 USD in the first months (${litellmAsOf('226b3329')}); today's price was seen on
      2025-06-22 (${IN_JUNE_2025}).`,
    listed: [rates('0.38', '0.89')],
    prices: [rates('0.14', '0.28'), { effectiveFrom: '2025-06-22', ...rates('0.38', '0.89') }],
  },
  {
    externalId: 'openrouter/deepseek/deepseek-r1',
    why: `0.55 and 2.19 USD in the first months (${litellmAsOf('aa1253a6')}), 0.5 and 3 USD by
      2025-06-22 (${IN_JUNE_2025}), today's price by 2026-06-15 (${IN_JUNE_2026}).`,
    listed: [rates('0.45', '2.15')],
    prices: [
      rates('0.55', '2.19'),
      { effectiveFrom: '2025-06-22', ...rates('0.5', '3') },
      { effectiveFrom: '2026-06-15', ...rates('0.45', '2.15') },
    ],
  },
  {
    externalId: 'openrouter/deepseek/deepseek-chat-v3.1',
    why: `0.2 and 0.8 USD in autumn 2025 (${genaiPricesAsOf('50b28785')}), today's price by 2026-06-15
      (${IN_JUNE_2026}).`,
    listed: [{ ...rates('0.21', '0.79'), cacheRead: '0.13' }],
    prices: [
      rates('0.2', '0.8'),
      { effectiveFrom: '2026-06-15', ...rates('0.21', '0.79'), cacheRead: '0.13' },
    ],
  },
  {
    externalId: 'openrouter/qwen/qwen-2.5-coder-32b-instruct',
    why: `0.18 USD in each direction in the first months
      (https://github.com/BerriAI/litellm/pull/6731), 0.07 and 0.15 USD by 2025-06-22
      (${IN_JUNE_2025}), today's price by 2026-06-15 (${IN_JUNE_2026}).`,
    listed: [rates('0.06', '0.15')],
    prices: [
      rates('0.18', '0.18'),
      { effectiveFrom: '2025-06-22', ...rates('0.07', '0.15') },
      { effectiveFrom: '2026-06-15', ...rates('0.06', '0.15') },
    ],
  },
  {
    externalId: 'openrouter/mistralai/mistral-large',
    names: ['openrouter/mistralai/mistral-large'],
    why: `8 and 24 USD in spring 2024 (${litellmAsOf('d9f3f38c')}), and today's price since Mistral's
      price cut of 2024-09-17
      (https://github.com/mistralai/platform-docs-public/blob/main/changelog/en/2024-09-17.mdx);
      between them that of version 2407 (${litellmAsOf('0deb7c4b')}). ${NO_MARGIN}.`,
    listed: [rates('2', '6')],
    prices: [
      rates('8', '24'),
      { effectiveFrom: '2024-07-24', ...rates('3', '9') },
      { effectiveFrom: '2024-09-17', ...rates('2', '6') },
    ],
  },
  {
    externalId: 'openrouter/meta-llama/llama-3-70b-instruct',
    why: `0.59 and 0.79 USD in spring 2024 (${litellmAsOf('d9f3f38c')}); today's price was seen on
      2025-06-22 (${IN_JUNE_2025}).`,
    listed: [rates('0.3', '0.4')],
    prices: [rates('0.59', '0.79'), { effectiveFrom: '2025-06-22', ...rates('0.3', '0.4') }],
  },
  between('deepseek/deepseek-chat-v3-0324', rates('0.27', '1.1'), rates('0.3', '0.88')),
  between('meta-llama/llama-3.1-70b-instruct', rates('0.119', '0.39'), rates('0.1', '0.28')),
  between('meta-llama/llama-3.2-1b-instruct', rates('0.01', '0.01'), rates('0.005', '0.01')),
  between('meta-llama/llama-3.2-3b-instruct', rates('0.015', '0.025'), rates('0.01', '0.02')),
  between('meta-llama/llama-3.3-70b-instruct', rates('0.1', '0.25'), rates('0.05', '0.24')),
  between('meta-llama/llama-4-maverick', rates('0.17', '0.85'), rates('0.15', '0.6')),
  between('mistralai/mistral-nemo', rates('0.035', '0.08'), rates('0.01', '0.019')),
  between(
    'mistralai/mistral-small-24b-instruct-2501',
    rates('0.07', '0.14'),
    rates('0.05', '0.09'),
  ),
  between('mistralai/mistral-small-3.1-24b-instruct', rates('0.1', '0.3'), rates('0.05', '0.15')),
  between('qwen/qwen-2.5-7b-instruct', rates('0.05', '0.1'), rates('0.04', '0.1')),
]

export const OPENROUTER_ADDITIONS: readonly Addition[] = [
  {
    provider: 'openrouter',
    names: ['anthropic/claude-3-5-haiku', 'anthropic/claude-3-5-haiku-20241022'],
    displayName: 'Claude Haiku 3.5',
    why: HAIKU_3_5_WHY,
    prices: HAIKU_3_5_PRICES,
  },
  {
    provider: 'openrouter',
    names: ['deepseek/deepseek-coder'],
    displayName: 'DeepSeek Coder V2',
    why: litellmAsOf('49a9c6f7'),
    prices: [rates('0.14', '0.28')],
  },
]
