import { describe, expect, test } from 'vitest'
import { costService, type ServiceUsage } from '../../../domain/cost.ts'
import { decimal, toExactText } from '../../../domain/money.ts'
import { resolveEntry } from '../price-book.ts'
import { bundledPriceBook } from '../test-support.ts'
import { withOneHourWrites } from './one-hour-writes.ts'
import { PUBLISHED_TIERS } from './published-tiers.ts'
import type { SnapshotModel, SnapshotPrice } from './schemas.ts'
import { type PublishedTier, withServiceTiers } from './tiers.ts'

function aModel(name: string, ...prices: SnapshotPrice[]): SnapshotModel {
  return { provider: 'acme', name, displayName: name, externalId: 'acme/m', prices }
}

function aTier(terms: PublishedTier['terms'], rest: Partial<PublishedTier> = {}): PublishedTier {
  return { provider: 'acme', serviceTiers: ['batch'], models: ['m'], why: '', terms, ...rest }
}

const RATES = { input: '1', output: '5', cacheRead: '0.1', cacheWrite: '1.25', cacheWrite1h: '2' }
const tiersOf = (models: SnapshotModel[], ...tiers: PublishedTier[]) =>
  withServiceTiers(models, tiers).map(({ prices }) =>
    prices.map(({ serviceTiers }) => serviceTiers),
  )

describe('half of the standard rates', () => {
  test('is exact, in every price, and in long calls too', () => {
    const longContext = [{ aboveInputTokens: 200_000, input: '0.15', output: '0.6' }]
    const models = [
      aModel('m', { ...RATES, longContext }, { effectiveFrom: '2026-01-01', input: '0.075' }),
    ]
    expect(tiersOf(models, aTier({ kind: 'half', cacheRates: 'half' }))).toEqual([
      [
        [
          {
            serviceTier: 'batch',
            input: '0.5',
            output: '2.5',
            cacheRead: '0.05',
            cacheWrite: '0.625',
            cacheWrite1h: '1',
            longContext: [{ aboveInputTokens: 200_000, input: '0.075', output: '0.3' }],
          },
        ],
        [{ serviceTier: 'batch', input: '0.0375' }],
      ],
    ])
  })

  test.each([
    ['standard' as const, { cacheRead: '0.1', cacheWrite: '1.25', cacheWrite1h: '2' }],
    ['none' as const, {}],
  ])('has %s rates of cached tokens, as the provider says', (cacheRates, expected) => {
    expect(tiersOf([aModel('m', RATES)], aTier({ kind: 'half', cacheRates }))).toEqual([
      [[{ serviceTier: 'batch', input: '0.5', output: '2.5', ...expected }]],
    ])
  })
})

test('own rates stand only beside the standard rates that they were published for', () => {
  const standard = { input: '1', output: '5' }
  const rates = { input: '2', output: '10', cacheRead: '0.2' }
  const tier = aTier({ kind: 'own', standard, rates }, { serviceTiers: ['priority'] })
  const models = [
    aModel('m', { input: '4', output: '20' }, { effectiveFrom: '2026-01-01', ...RATES }),
  ]
  expect(tiersOf(models, tier)).toEqual([[undefined, [{ serviceTier: 'priority', ...rates }]]])
  expect(() => tiersOf([aModel('m', { input: '4', output: '20' })], tier)).toThrow('review it')
})

test('other names, providers and models have no tier, and tiers of one price add up', () => {
  const terms = { kind: 'half', cacheRates: 'none' } as const
  const models = [aModel('m', RATES), aModel('m-chat', RATES)]
  const batch = aTier(terms, { except: /chat/ })
  const names = tiersOf(models, batch, aTier(terms, { serviceTiers: ['flex'] })).map(([tiers]) =>
    tiers?.map(({ serviceTier }) => serviceTier),
  )
  expect(names).toEqual([['batch', 'flex'], ['flex']])
  expect(() => tiersOf(models, aTier(terms, { models: ['m', 'gone'] }))).toThrow('acme/gone')
  expect(() => tiersOf(models, aTier(terms, { provider: 'other' }))).toThrow('other/m')
})

test('cache writes of Claude for one hour cost twice the input where the list has no rate', () => {
  const model = (provider: string, name: string, price: SnapshotPrice) => ({
    ...aModel(name, price),
    provider,
  })
  const { cacheWrite1h: _, ...rates } = RATES
  const longContext = [{ aboveInputTokens: 200_000, input: '2', cacheWrite: '2.5' }]
  const changed = withOneHourWrites([
    model('aws', 'us.anthropic.claude-x-v1:0', { ...rates, longContext }),
    model('openrouter', 'anthropic/claude-x', { ...rates, cacheWrite1h: '3' }),
    model('google', 'claude-x', { input: '1', output: '5' }),
    model('google', 'gemini-x', rates),
    model('acme', 'claude-x', rates),
  ])
  expect(changed.map(({ prices }) => prices[0]?.cacheWrite1h)).toEqual([
    '2',
    '3',
    undefined,
    undefined,
    undefined,
  ])
  expect(changed[0]?.prices[0]?.longContext?.[0]?.cacheWrite1h).toBe('4')
})

describe('published tiers', () => {
  test.each(PUBLISHED_TIERS)(
    '$serviceTiers of $models say where they are known from',
    ({ why }) => {
      expect(why).toMatch(/https:\/\/[\w.-]+\/\S+/)
      expect(why).toMatch(/as of 202\d/)
    },
  )

  const book = bundledPriceBook()
  /** Returns what a call with a million tokens of each kind costs. */
  function costOf(provider: string, model: string, serviceTier: string | null) {
    const entry = resolveEntry(book, provider, model)
    if (!entry) throw new Error(`${provider}/${model} is not in the list`)
    const usage: ServiceUsage = {
      inputTokens: 100_000,
      cacheReadTokens: 40_000,
      cacheWriteTokens: 30_000,
      cacheWrite1hTokens: 10_000,
      outputTokens: 10_000,
      quantity: 1,
      serviceTier,
      calls: 1,
    }
    const cost = costService(entry, usage, Date.parse('2026-11-27T12:00:00Z'))
    if (cost.kind !== 'costed') throw new Error(cost.reason)
    return `${toExactText(cost.cost)}${cost.isTierUnpriced ? ' at standard rates' : ''}`
  }

  // 30,000 uncached, 40,000 read, 20,000 written for five minutes, 10,000 for one hour, 10,000 output.
  test.each([
    ['anthropic', 'claude-sonnet-4-5', null, '0.387'],
    ['anthropic', 'claude-sonnet-4-5', 'batch', '0.1935'],
    ['anthropic', 'claude-sonnet-4-5', 'priority', '0.387 at standard rates'],
    ['aws', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', null, '0.4257'],
    ['openai', 'gpt-5', null, '0.18'],
    ['openai', 'gpt-5', 'batch', '0.09'],
    ['openai', 'gpt-5', 'flex', '0.09'],
    ['openai', 'gpt-5', 'priority', '0.36'],
    ['openai', 'gpt-5-chat-latest', 'batch', '0.18 at standard rates'],
    ['openai', 'gpt-4.1', 'batch', '0.14'],
    ['openai', 'o3', 'flex', '0.11'],
    ['google', 'gemini-2.5-pro', 'batch', '0.0925'],
    ['mistral', 'mistral-large-2512', 'batch', '0.0245'],
    ['azure', 'gpt-5', 'batch', '0.18 at standard rates'],
  ])('%s %s in tier %s costs %s', (provider, model, serviceTier, cost) => {
    expect(costOf(provider, model, serviceTier)).toBe(cost)
  })

  test('cost no more than ten times their standard rates, and batch no more than these', () => {
    for (const { canonicalName, provider, prices } of book.byId.values()) {
      for (const { rates, serviceTiers } of prices) {
        for (const { serviceTier, rates: ofTier } of serviceTiers) {
          const name = `${provider}/${canonicalName} ${serviceTier}`
          for (const kind of ['input', 'output'] as const) {
            const [standard, own] = [rates[kind], ofTier[kind]]
            expect(own === null, name).toBe(standard === null)
            if (!standard || !own) continue
            const most = serviceTier === 'priority' ? standard.times(decimal('10')) : standard
            expect(own.lte(most), name).toBe(true)
          }
        }
      }
    }
  })
})
