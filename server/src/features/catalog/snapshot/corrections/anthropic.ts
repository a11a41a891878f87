import type { Correction } from './correction.ts'

const HAIKU_3_5 = {
  input: '0.8',
  output: '4',
  cacheRead: '0.08',
  cacheWrite: '1',
  cacheWrite1h: '1.6',
}
const SONNET_4 = {
  input: '3',
  output: '15',
  cacheRead: '0.3',
  cacheWrite: '3.75',
  cacheWrite1h: '6',
}

export const ANTHROPIC_CORRECTIONS: readonly Correction[] = [
  {
    externalId: 'anthropic/claude-3-5-haiku-latest',
    why: `The source lacks the price of the first month: 1 and 5 USD at the launch of 2024-11-04
      (https://github.com/simonw/llm-claude-3/issues/23), cut by 2024-12-04 at the latest
      (https://github.com/danny-avila/LibreChat/pull/4851). Cache rates are 1.25 and 0.1 of input.`,
    listed: [HAIKU_3_5],
    prices: [
      { input: '1', output: '5', cacheRead: '0.1', cacheWrite: '1.25', cacheWrite1h: '2' },
      { effectiveFrom: '2024-12-03', ...HAIKU_3_5 },
    ],
  },
  {
    externalId: 'anthropic/claude-sonnet-4-0',
    names: [
      'anthropic/claude-4-sonnet',
      'anthropic/claude-sonnet-4',
      'anthropic/claude-sonnet-4-0',
      'anthropic/claude-sonnet-4-20250514',
    ],
    why: `The source lacks the long-context rates, which Sonnet 4 shares with Sonnet 4.5
      (https://github.com/simonw/llm-prices/blob/main/data/anthropic.json). Before they were
      published a longer call was not possible.`,
    listed: [SONNET_4],
    prices: [
      {
        ...SONNET_4,
        longContext: [
          {
            aboveInputTokens: 200_000,
            input: '6',
            output: '22.5',
            cacheRead: '0.6',
            cacheWrite: '7.5',
            cacheWrite1h: '12',
          },
        ],
      },
    ],
  },
]
