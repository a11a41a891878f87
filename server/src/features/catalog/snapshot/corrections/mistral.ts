import type { Addition, Correction } from './correction.ts'
import { litellmAsOf, llmPricesAsOf } from './sources.ts'

const CHANGELOG = 'https://github.com/mistralai/platform-docs-public/blob/main/changelog/en'

const LARGE = { input: '2', output: '6' }
const LARGE_2402 = [
  { input: '8', output: '24' },
  { effectiveFrom: '2024-05-31', input: '4', output: '12' },
]
const CODESTRAL = { input: '0.3', output: '0.9' }
const NEMO = { input: '0.15', output: '0.15' }
const SMALL = { input: '0.1', output: '0.3' }
const SMALL_4 = { input: '0.15', output: '0.6', cacheRead: '0.015' }
const MAGISTRAL_SMALL = { input: '0.5', output: '1.5' }

const LARGE_CHANGES = `Mistral Large cost 8 and 24 USD at its launch (${litellmAsOf('5f7464ce')}), half
  of that by 2024-05-31 at the latest (https://github.com/BerriAI/litellm/pull/3945), 3 and 9 USD
  with version 2407 of 2024-07-24 (${litellmAsOf('0deb7c4b')}, ${CHANGELOG}/2024-07-24.mdx), and
  2 and 6 USD since the price cut of 2024-09-17 (${CHANGELOG}/2024-09-17.mdx,
  ${llmPricesAsOf('ded71b0')}).`

export const MISTRAL_CORRECTIONS: readonly Correction[] = [
  {
    externalId: 'mistral/mistral-large',
    names: ['mistral/mistral-large-latest'],
    why: `${LARGE_CHANGES} Since 2025-12-02 the name means Mistral Large 3
      (https://github.com/simonw/llm-prices/pull/63, ${CHANGELOG}/2025-12-02.mdx).`,
    listed: [LARGE],
    prices: [
      ...LARGE_2402,
      { effectiveFrom: '2024-07-24', input: '3', output: '9' },
      { effectiveFrom: '2024-09-17', ...LARGE },
      { effectiveFrom: '2025-12-02', input: '0.5', output: '1.5', cacheRead: '0.05' },
    ],
  },
  {
    externalId: 'mistral/mistral-large',
    names: ['mistral/mistral-large-2407'],
    why: LARGE_CHANGES,
    listed: [LARGE],
    prices: [
      { input: '3', output: '9' },
      { effectiveFrom: '2024-09-17', ...LARGE },
    ],
  },
  {
    externalId: 'mistral/codestral',
    names: ['mistral/codestral-latest'],
    why: `1 and 3 USD at the launch (https://github.com/BerriAI/litellm/pull/3945), 0.2 and 0.6 USD
      (https://github.com/ax-llm/ax/blob/main/src/ax/ai/mistral/info.ts) with the price cuts of
      2024-09-17 (${CHANGELOG}/2024-09-17.mdx), today's price with version 2501 of 2025-01-13
      (${CHANGELOG}/2025-01-13.mdx, ${llmPricesAsOf('ded71b0')}).`,
    listed: [CODESTRAL],
    prices: [
      { input: '1', output: '3' },
      { effectiveFrom: '2024-09-17', input: '0.2', output: '0.6' },
      { effectiveFrom: '2025-01-13', ...CODESTRAL },
    ],
  },
  {
    externalId: 'mistral/mistral-nemo',
    why: `0.3 USD at the launch (${litellmAsOf('0deb7c4b')}), half of that
      (${llmPricesAsOf('ded71b0')}) with the price cuts of 2024-09-17
      (${CHANGELOG}/2024-09-17.mdx).`,
    listed: [NEMO],
    prices: [
      { input: '0.3', output: '0.3' },
      { effectiveFrom: '2024-09-17', ...NEMO },
    ],
  },
  {
    externalId: 'mistral/mistral-small-latest',
    why: `2 and 6 USD in spring 2024 (${litellmAsOf('5f7464ce')}), 1 and 3 USD by 2024-05-31
      (https://github.com/BerriAI/litellm/pull/3945), 0.2 and 0.6 USD
      (https://github.com/ax-llm/ax/blob/main/src/ax/ai/mistral/info.ts) with version 2409 of
      2024-09-17 (${CHANGELOG}/2024-09-17.mdx), 0.1 and 0.3 USD with Small 3 of 2025-01-30
      (${CHANGELOG}/2025-01-30.mdx, ${llmPricesAsOf('ded71b0')}), and the price of Small 4 since
      2026-03-16 (${CHANGELOG}/2026-03-16.mdx, https://github.com/promptfoo/promptfoo/pull/9929).`,
    listed: [SMALL],
    prices: [
      { input: '2', output: '6' },
      { effectiveFrom: '2024-05-31', input: '1', output: '3' },
      { effectiveFrom: '2024-09-17', input: '0.2', output: '0.6' },
      { effectiveFrom: '2025-01-30', ...SMALL },
      { effectiveFrom: '2026-03-16', ...SMALL_4 },
    ],
  },
  {
    externalId: 'mistral/magistral-small',
    names: ['mistral/magistral-small-latest'],
    why: `Magistral Small (${litellmAsOf('251663c4')}) was withdrawn, and by 2026-07-01 at the latest
      the name meant Mistral Small 4 (https://github.com/promptfoo/promptfoo/pull/9929).`,
    listed: [MAGISTRAL_SMALL],
    prices: [MAGISTRAL_SMALL, { effectiveFrom: '2026-07-01', ...SMALL_4 }],
  },
]

export const MISTRAL_ADDITIONS: readonly Addition[] = [
  {
    provider: 'mistral',
    names: ['mistral-large-2402'],
    displayName: 'Mistral Large 24.02',
    why: LARGE_CHANGES,
    prices: LARGE_2402,
  },
  {
    provider: 'mistral',
    names: ['open-mixtral-8x22b'],
    displayName: 'Mixtral 8x22B',
    why: `${litellmAsOf('4d27dcd1')} and ${llmPricesAsOf('ded71b0')}`,
    prices: [{ input: '2', output: '6' }],
  },
  {
    provider: 'mistral',
    names: ['devstral-medium-2507'],
    displayName: 'Devstral Medium',
    why: litellmAsOf('23b960f9'),
    prices: [{ input: '0.4', output: '2' }],
  },
]
