import type { ModelInfo, Provider } from '@pydantic/genai-prices'
import { describe, expect, test } from 'vitest'
import {
  acceptsDateSuffix,
  matches,
  snapshotModels,
  translatePrices,
} from '../../../../../scripts/catalog-snapshot.ts'

function aModel(given: Partial<ModelInfo> = {}): ModelInfo {
  return { id: 'm', match: { equals: 'm' }, prices: { input_mtok: 1, output_mtok: 2 }, ...given }
}

function aProvider(id: string, ...models: ModelInfo[]): Provider {
  return { id, name: id, api_pattern: '', models }
}

/** Returns the snapshot's models as `provider/name`, with a star where dates are accepted. */
function names(...providers: Provider[]): string[] {
  return snapshotModels(providers).map(
    ({ provider, name, acceptsDateSuffix: star }) => `${provider}/${name}${star ? '*' : ''}`,
  )
}

describe('matches', () => {
  test.each([
    [{ equals: 'GPT-4o' }, 'gpt-4o', true],
    [{ equals: 'gpt-4o' }, 'gpt-4o-mini', false],
    [{ starts_with: 'gpt-4' }, 'gpt-4o', true],
    [{ ends_with: '4o' }, 'gpt-4o', true],
    [{ contains: 'pt-' }, 'gpt-4o', true],
    [{ regex: '^gpt-\\d$' }, 'gpt-4', true],
    [{ regex: '^gpt-\\d$' }, 'gpt-4o', false],
    [{ or: [{ equals: 'a' }, { equals: 'b' }] }, 'b', true],
    [{ and: [{ starts_with: 'a' }, { ends_with: 'c' }] }, 'abc', true],
    [{ and: [{ starts_with: 'a' }, { ends_with: 'c' }] }, 'ab', false],
  ])('%o on %s is %s', (logic, name, expected) => {
    expect(matches(logic, name)).toBe(expected)
  })
})

describe('names', () => {
  test('are the id and every text that the source writes out in whole', () => {
    const model = aModel({
      id: 'Turbo-Latest',
      match: { or: [{ equals: 'turbo-1' }, { starts_with: 'fast-turbo' }] },
    })
    expect(names(aProvider('acme', model))).toEqual([
      'acme/fast-turbo*',
      'acme/turbo-1',
      'acme/turbo-latest',
    ])
  })

  test('are never parts of names', () => {
    const beginnings = ['turbo-', 'turbo@', 'turbo-2025', 'ft:turbo-1'].map((text) => ({
      starts_with: text,
    }))
    const model = aModel({ match: { or: [{ contains: 'urb' }, { regex: 'urb' }, ...beginnings] } })
    expect(names(aProvider('acme', model))).toEqual(['acme/m'])
  })

  test('belong to the first model in the source’s order that matches them', () => {
    const first = aModel({ id: 'a', match: { starts_with: 'shared' }, prices: { input_mtok: 1 } })
    const second = aModel({ id: 'b', match: { equals: 'shared-b' }, prices: { input_mtok: 9 } })
    const [entry] = snapshotModels([aProvider('acme', first, second)]).filter(
      ({ name }) => name === 'shared-b',
    )
    expect(entry).toMatchObject({ externalId: 'acme/a', prices: [{ input: '1' }] })
  })

  test('of azure are also those of the models that it resells at their list price', () => {
    const gpt = aModel({ id: 'gpt-4o', match: { equals: 'gpt-4o' } })
    const chat = aModel({ id: 'deepseek-chat', match: { equals: 'deepseek-chat' } })
    const azure = aProvider('azure', aModel({ id: 'phi-4', match: { equals: 'phi-4' } }))
    expect(names(azure, aProvider('openai', gpt), aProvider('deepseek', chat))).toEqual([
      'azure/gpt-4o',
      'azure/phi-4',
      'deepseek/deepseek-chat',
      'openai/gpt-4o',
    ])
  })

  test('of Bedrock carry only the region groups that the source prices', () => {
    const regional = aModel({
      id: 'regional.anthropic.claude-x-v1:0',
      match: {
        or: [{ contains: 'eu.anthropic.claude-x' }, { starts_with: 'anthropic.claude-x' }],
      },
    })
    const plain = aModel({ id: 'meta.llama-y-v1:0', match: { contains: 'meta.llama-y' } })
    expect(names(aProvider('aws', regional, plain))).toEqual([
      'aws/anthropic.claude-x*',
      'aws/anthropic.claude-x-v1:0',
      'aws/eu.anthropic.claude-x-v1:0',
      'aws/meta.llama-y-v1:0',
      'aws/us.meta.llama-y-v1:0',
    ])
  })

  test('of providers are the catalog’s, and prefix no model', () => {
    const model = aModel({
      id: 'grok',
      match: { or: [{ equals: 'x-ai/grok' }, { equals: 'grok' }] },
    })
    expect(names(aProvider('x-ai', model))).toEqual(['xai/grok'])
  })
})

describe('a date after a name is accepted', () => {
  const accepts = (name: string, ...models: [ModelInfo, ...ModelInfo[]]) =>
    acceptsDateSuffix(name, models[0], [aProvider('acme', ...models)])

  test.each([
    ['a beginning', { starts_with: 'm' }, true],
    ['a pattern of either form', { regex: '^m(-\\d{8})?$' }, true],
    ['the other form', { regex: '^m(-\\d{4}-\\d{2}-\\d{2})?$' }, true],
    ['an exact name', { equals: 'm' }, false],
    ['one exact date', { or: [{ equals: 'm' }, { equals: 'm-20240101' }] }, false],
    ['the dates of one year', { or: [{ equals: 'm' }, { starts_with: 'm-2024' }] }, false],
  ])('or not, by %s', (_, match, expected) => {
    expect(accepts('m', aModel({ match }))).toBe(expected)
  })

  test('but not when some dates are another model', () => {
    const older = aModel({ id: 'm-2024', match: { starts_with: 'm-2024' } })
    const model = aModel({ match: { starts_with: 'm' } })
    expect(acceptsDateSuffix('m', model, [aProvider('acme', older, model)])).toBe(false)
  })

  test.each(['m-latest', 'm-20240101', 'm-2507', 'm-001', 'm-05-20', 'm-v1', 'm:free', 'm-v1:0'])(
    'but not behind %s, which has its version already',
    (name) => {
      expect(accepts(name, aModel({ match: { starts_with: 'm' } }))).toBe(false)
    },
  )
})

describe('prices', () => {
  const translated = (prices: ModelInfo['prices'], name = 'm') =>
    translatePrices(aModel({ prices }), name)

  test('are decimal text per million tokens', () => {
    expect(translated({ input_mtok: 0.15, output_mtok: 0.6, cache_read_mtok: 0.0000028 })).toEqual([
      { input: '0.15', output: '0.6', cacheRead: '0.0000028' },
    ])
    expect(translated({ input_mtok: 3, cache_write_mtok: 3.75, cache_write_1h_mtok: 6 })).toEqual([
      { input: '3', cacheWrite: '3.75', cacheWrite1h: '6' },
    ])
  })

  test('keep their start dates, and daily hours begin on the date listed before them', () => {
    const flat = (rate: number) => ({ prices: { input_mtok: rate } })
    const from = (start_date: string) => ({
      constraint: { type: 'start_date' as const, start_date },
    })
    const hours = (start_time: string, end_time: string) => ({
      constraint: { type: 'time_of_date' as const, start_time, end_time },
    })
    expect(
      translated([
        flat(1),
        { ...flat(2), ...from('2026-08-17') },
        { ...flat(3), ...hours('01:00:00Z', '04:00:00Z') },
      ]),
    ).toEqual([
      { input: '1' },
      { effectiveFrom: '2026-08-17', input: '2' },
      { effectiveFrom: '2026-08-17', daily: { from: '01:00', to: '04:00' }, input: '3' },
    ])
    expect(() => translated([flat(1), { ...flat(2), ...hours('01:00:00Z', '04:00:30Z') }])).toThrow(
      'whole minute',
    )
    expect(() =>
      translated([
        flat(1),
        { ...flat(2), ...from('2026-08-17') },
        { ...flat(3), ...from('2026-08-01') },
      ]),
    ).toThrow('do not ascend')
    expect(() =>
      translated([
        flat(1),
        { ...flat(2), ...hours('01:00:00Z', '04:00:00Z') },
        { ...flat(3), ...from('2026-08-17') },
      ]),
    ).toThrow('follows a daily window')
    expect(() => translated([flat(1), flat(2)])).toThrow('no condition')
  })

  test('have a long-context tier for every threshold, with all rates of that level', () => {
    const tiered = (base: number, ...tiers: [start: number, price: number][]) => ({
      base,
      tiers: tiers.map(([start, price]) => ({ start, price })),
    })
    expect(
      translated({
        input_mtok: tiered(1, [128_000, 2], [200_000, 3]),
        output_mtok: tiered(5, [200_000, 7]),
        cache_read_mtok: 0.1,
      }),
    ).toEqual([
      {
        input: '1',
        output: '5',
        cacheRead: '0.1',
        longContext: [
          { aboveInputTokens: 128_000, input: '2', output: '5', cacheRead: '0.1' },
          { aboveInputTokens: 200_000, input: '3', output: '7', cacheRead: '0.1' },
        ],
      },
    ])
  })

  test('that are empty are unknown, and free only where the name says so', () => {
    expect(translated({})).toEqual([])
    expect(translated({}, 'm:free')).toEqual([{ input: '0', output: '0' }])
    expect(translated({ requests_kcount: 5 }, 'm:free')).toEqual([])
  })

  test('other than for text are omitted, and the model too when they are for its output', () => {
    expect(translated({ input_mtok: 1, input_audio_mtok: 9, web_searches_kcount: 10 })).toEqual([
      { input: '1' },
    ])
    expect(translated({ audio_hours: 0.36 })).toEqual([])
    expect(translated({ input_mtok: 1, output_mtok: 2, output_image_mtok: 30 })).toEqual([])
    expect(translated({ input_mtok: 1, output_mtok: 2 }, 'gpt-4o-audio-preview')).toEqual([])
  })
})
