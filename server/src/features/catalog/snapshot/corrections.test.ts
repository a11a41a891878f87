import { describe, expect, test } from 'vitest'
import { priceInForce } from '../../../domain/cost.ts'
import { resolveEntry } from '../price-book.ts'
import { bundledPriceBook } from '../test-support.ts'
import { type Correction, withCorrections } from './corrections.ts'
import type { SnapshotModel } from './format.ts'

describe('a correction', () => {
  const model = (name: string, externalId: string, input: string): SnapshotModel => ({
    provider: 'acme',
    name,
    displayName: name,
    externalId,
    prices: [{ input }],
  })
  const correction: Correction = {
    externalId: 'acme/m',
    why: 'It is 2, says the price page.',
    listed: [{ input: '1' }],
    prices: [{ input: '2' }],
  }
  const corrected = (...models: SnapshotModel[]) =>
    withCorrections(models, [correction]).map(({ name, prices }) => `${name} ${prices[0]?.input}`)

  test('counts for every name of its model, and for no other model', () => {
    const others = model('n', 'acme/n', '1')
    expect(corrected(model('m', 'acme/m', '1'), model('m-1', 'acme/m', '1'), others)).toEqual([
      'm 2',
      'm-1 2',
      'n 1',
    ])
  })

  test('of a model that the source dropped stops the script', () => {
    expect(() => corrected(model('n', 'acme/n', '1'))).toThrow('acme/m has no entry left')
  })

  test('that the source made itself stops the script', () => {
    expect(() => corrected(model('m', 'acme/m', '2'))).toThrow('acme/m changes nothing any more')
  })

  test('of prices that the source changed since stops the script', () => {
    const models = [model('m', 'acme/m', '1'), model('m-1', 'acme/m', '3')]
    expect(() => corrected(...models)).toThrow('before the source changed acme/m-1')
  })
})

describe('after the corrections', () => {
  const book = bundledPriceBook()

  /** USD per million tokens: input, output, cache read, cache write. */
  function ratesAt(provider: string, model: string, time: string): string | undefined {
    const entry = resolveEntry(book, provider, model)
    const price = entry && priceInForce(entry.prices, Date.parse(time))
    if (!price) return undefined
    const { input, output, cacheRead, cacheWrite } = price.rates
    return [input, output, cacheRead, cacheWrite]
      .map((rate) => (rate === null ? '-' : String(rate.times('1000000'))))
      .join(' ')
  }

  test.each([
    ['2024-12-26T00:00:00Z', '0.14 0.28 0.014 -', '0.55 2.19 0.14 -'],
    ['2025-02-08T15:59:59Z', '0.14 0.28 0.014 -', '0.55 2.19 0.14 -'],
    ['2025-02-08T16:00:00Z', '0.27 1.1 0.07 -', '0.55 2.19 0.14 -'],
    // The night before the discount began.
    ['2025-02-25T20:00:00Z', '0.27 1.1 0.07 -', '0.55 2.19 0.14 -'],
    ['2025-02-26T16:29:59Z', '0.27 1.1 0.07 -', '0.55 2.19 0.14 -'],
    ['2025-02-26T16:30:00Z', '0.135 0.55 0.035 -', '0.135 0.55 0.035 -'],
    ['2025-02-27T00:29:59Z', '0.135 0.55 0.035 -', '0.135 0.55 0.035 -'],
    ['2025-02-27T00:30:00Z', '0.27 1.1 0.07 -', '0.55 2.19 0.14 -'],
    ['2025-09-04T23:00:00Z', '0.135 0.55 0.035 -', '0.135 0.55 0.035 -'],
    ['2025-09-05T15:59:59Z', '0.27 1.1 0.07 -', '0.55 2.19 0.14 -'],
    ['2025-09-05T16:00:00Z', '0.56 1.68 0.07 -', '0.56 1.68 0.07 -'],
    // No night is cheaper any more.
    ['2025-09-05T20:00:00Z', '0.56 1.68 0.07 -', '0.56 1.68 0.07 -'],
    ['2025-09-29T00:00:00Z', '0.28 0.42 0.028 -', '0.28 0.42 0.028 -'],
    ['2026-04-24T00:00:00Z', '0.14 0.28 0.028 -', '0.14 0.28 0.028 -'],
    ['2026-04-26T12:15:00Z', '0.14 0.28 0.0028 -', '0.14 0.28 0.0028 -'],
  ])('DeepSeek’s two models at %s cost %s and %s', (time, chat, reasoner) => {
    expect(ratesAt('deepseek', 'deepseek-chat', time)).toBe(chat)
    expect(ratesAt('deepseek', 'deepseek-chat-v3-0324', time)).toBe(chat)
    expect(ratesAt('deepseek', 'deepseek-reasoner', time)).toBe(reasoner)
    expect(ratesAt('deepseek', 'deepseek-r1', time)).toBe(reasoner)
  })

  test.each([
    ['openai', 'o3', '2025-06-09T23:59:59Z', '10 40 2.5 -'],
    ['openai', 'o3-2025-04-16', '2025-06-09T23:59:59Z', '10 40 2.5 -'],
    ['openai', 'o3', '2025-06-10T00:00:00Z', '2 8 0.5 -'],
    ['anthropic', 'claude-3-5-haiku-20241022', '2024-12-02T23:59:59Z', '1 5 0.1 1.25'],
    ['anthropic', 'claude-3-5-haiku-latest', '2024-12-02T23:59:59Z', '1 5 0.1 1.25'],
    ['anthropic', 'claude-3-5-haiku-20241022', '2024-12-03T00:00:00Z', '0.8 4 0.08 1'],
    ['google', 'gemini-pro', '2024-06-01T00:00:00Z', '0.5 1.5 - -'],
    ['google', 'gemini-1.0-pro', '2024-06-01T00:00:00Z', '0.5 1.5 - -'],
    ['google', 'gemini-1.0-pro-vision-001', '2024-06-01T00:00:00Z', '0.5 1.5 - -'],
  ])('%s %s at %s costs %s', (provider, model, time, rates) => {
    expect(ratesAt(provider, model, time)).toBe(rates)
  })

  test.each([
    ['gemini-1.5-flash-latest', 'gemini-1.5-flash'],
    ['gemini-1.5-pro-latest', 'gemini-1.5-pro'],
    ['gemini-2.5-flash-lite-preview-06-17', 'gemini-2.5-flash-lite'],
  ])('%s costs what %s does', (published, plain) => {
    const ratesOf = (model: string) => ratesAt('google', model, '2025-06-20T00:00:00Z')
    expect(ratesOf(published)).toBeDefined()
    expect(ratesOf(published)).toBe(ratesOf(plain))
  })

  test.each(['gemini-1.5-flash-8b', 'gemini-1.5-flash-8b-001', 'gemini-2.0-flash-exp'])(
    '%s stays unknown, because the source prices it as another model',
    (model) => {
      expect(resolveEntry(book, 'google', model)).toBeUndefined()
    },
  )
})
