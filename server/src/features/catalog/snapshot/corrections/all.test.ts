import { describe, expect, test } from 'vitest'
import { priceInForce } from '../../../../domain/cost.ts'
import { decimal } from '../../../../domain/money.ts'
import { resolveEntry } from '../../price-book.ts'
import { bundledPriceBook } from '../../test-support.ts'
import { ADDITIONS, CORRECTIONS } from './all.ts'

const MILLION = decimal('1000000')

describe('after the corrections', () => {
  const book = bundledPriceBook()

  /** Returns USD per million tokens: input, output, cache read, cache write. */
  function ratesAt(provider: string, model: string, time: string): string | undefined {
    const entry = resolveEntry(book, provider, model)
    const price = entry && priceInForce(entry.prices, Date.parse(time))
    if (!price) return undefined
    const { input, output, cacheRead, cacheWrite } = price.rates
    return [input, output, cacheRead, cacheWrite]
      .map((rate) => (rate === null ? '-' : String(rate.times(MILLION))))
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
    // The night discount has ended.
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
    ['openai', 'gpt-4o', '2024-10-01T23:59:59Z', '5 15 - -'],
    ['openai', 'gpt-4o', '2024-10-02T00:00:00Z', '2.5 10 1.25 -'],
    ['openai', 'gpt-4o-2024-05-13', '2024-10-02T00:00:00Z', '5 15 - -'],
    ['openai', 'gpt-4o-2024-08-06', '2024-09-01T00:00:00Z', '2.5 10 1.25 -'],
    ['openai', 'gpt-3.5-turbo', '2024-02-15T23:59:59Z', '1.5 2 - -'],
    ['openai', 'gpt-3.5-turbo', '2024-02-16T00:00:00Z', '0.5 1.5 - -'],
    ['openai', 'gpt-3.5-turbo-0125', '2024-02-01T00:00:00Z', '0.5 1.5 - -'],
    ['openai', 'o1-mini', '2025-01-30T23:59:59Z', '3 12 1.5 -'],
    ['openai', 'o1-mini-2024-09-12', '2025-01-31T00:00:00Z', '1.1 4.4 0.55 -'],
    ['anthropic', 'claude-3-5-haiku-20241022', '2024-12-02T23:59:59Z', '1 5 0.1 1.25'],
    ['anthropic', 'claude-3-5-haiku-latest', '2024-12-02T23:59:59Z', '1 5 0.1 1.25'],
    ['anthropic', 'claude-3-5-haiku-20241022', '2024-12-03T00:00:00Z', '0.8 4 0.08 1'],
    ['google', 'gemini-pro', '2024-06-01T00:00:00Z', '0.5 1.5 - -'],
    ['google', 'gemini-1.0-pro', '2024-06-01T00:00:00Z', '0.5 1.5 - -'],
    ['azure', 'gpt-5.6-sol', '2026-08-31T23:59:59Z', '5 30 0.5 6.25'],
    ['azure', 'gpt-5.6-sol', '2026-09-01T00:00:00Z', '4 20 0.4 5'],
    ['openai', 'gpt-5.6-sol', '2026-08-21T00:00:00Z', '4 20 0.4 5'],
    ['google', 'gemini-3.6-flash', '2026-08-12T23:59:59Z', '1.5 7.5 0.15 -'],
    ['google', 'gemini-3.6-flash', '2026-08-13T00:00:00Z', '0.75 3.75 0.075 -'],
    ['google', 'gemini-3.6-flash', '2027-01-01T00:00:00Z', '1.5 7.5 0.15 -'],
    ['openrouter', 'mistralai/mistral-large', '2024-07-23T23:59:59Z', '8 24 - -'],
    ['openrouter', 'mistralai/mistral-large', '2024-09-17T00:00:00Z', '2 6 - -'],
    ['openrouter', 'meta-llama/llama-3-70b-instruct', '2025-06-21T23:59:59Z', '0.59 0.79 - -'],
    ['google', 'gemini-1.0-pro-vision-001', '2024-06-01T00:00:00Z', '0.5 1.5 - -'],
    ['google', 'gemini-1.5-flash', '2024-08-11T23:59:59Z', '0.35 1.05 - -'],
    ['google', 'gemini-1.5-flash-001', '2024-08-12T00:00:00Z', '0.075 0.3 0.01875 -'],
    ['google', 'gemini-1.5-pro', '2024-09-30T23:59:59Z', '3.5 10.5 - -'],
    ['google', 'gemini-1.5-pro-latest', '2024-10-01T00:00:00Z', '1.25 5 - -'],
    ['google', 'gemini-1.5-flash-8b', '2025-01-07T00:00:00Z', '0.0375 0.15 0.01 -'],
    ['google', 'gemini-2.5-flash-preview-04-17', '2025-04-20T00:00:00Z', '0.15 0.6 - -'],
    ['google', 'gemini-2.5-flash-preview-04-17:thinking', '2025-04-20T00:00:00Z', '0.15 3.5 - -'],
    ['google', 'gemini-2.5-flash-preview-05-20', '2025-06-19T23:59:59Z', '0.15 0.6 - -'],
    ['google', 'gemini-2.5-flash-preview-05-20', '2025-06-20T00:00:00Z', '0.3 2.5 0.075 -'],
    ['google', 'gemini-2.5-flash', '2025-11-06T23:59:59Z', '0.3 2.5 0.075 -'],
    ['google', 'gemini-2.5-flash', '2025-11-07T00:00:00Z', '0.3 2.5 0.03 -'],
    ['google', 'gemini-2.5-flash-lite', '2025-11-06T23:59:59Z', '0.1 0.4 0.025 -'],
    ['google', 'gemini-2.5-pro', '2025-11-06T23:59:59Z', '1.25 10 0.31 -'],
    ['google', 'gemini-2.5-pro', '2025-11-07T00:00:00Z', '1.25 10 0.125 -'],
    ['google', 'gemini-2.5-pro-exp-03-25', '2025-04-01T00:00:00Z', '0 0 - -'],
    ['deepseek', 'deepseek-coder', '2024-11-05T00:00:00Z', '0.14 0.28 0.014 -'],
    ['deepseek', 'deepseek-v4-flash', '2026-04-26T12:14:59Z', '0.14 0.28 0.028 -'],
    ['deepseek', 'deepseek-v4-flash', '2026-04-26T12:15:00Z', '0.14 0.28 0.0028 -'],
    ['deepseek', 'deepseek-v4-pro', '2026-04-24T23:59:59Z', '1.74 3.48 0.145 -'],
    ['deepseek', 'deepseek-v4-pro', '2026-04-25T00:00:00Z', '0.435 0.87 0.03625 -'],
    ['deepseek', 'deepseek-v4-pro', '2026-04-26T12:15:00Z', '0.435 0.87 0.003625 -'],
    ['deepseek', 'deepseek-v4-pro', '2026-08-17T02:00:00Z', '1.32 3.96 0.044 -'],
    ['mistral', 'mistral-large-latest', '2024-05-30T23:59:59Z', '8 24 - -'],
    ['mistral', 'mistral-large-latest', '2024-05-31T00:00:00Z', '4 12 - -'],
    ['mistral', 'mistral-large-latest', '2024-07-24T00:00:00Z', '3 9 - -'],
    ['mistral', 'mistral-large-2407', '2024-09-16T23:59:59Z', '3 9 - -'],
    ['mistral', 'mistral-large-2407', '2024-09-17T00:00:00Z', '2 6 - -'],
    ['mistral', 'mistral-large-latest', '2025-12-01T23:59:59Z', '2 6 - -'],
    ['mistral', 'mistral-large-latest', '2025-12-02T00:00:00Z', '0.5 1.5 0.05 -'],
    ['mistral', 'mistral-large-2411', '2025-12-02T00:00:00Z', '2 6 - -'],
    ['mistral', 'codestral-latest', '2024-09-16T23:59:59Z', '1 3 - -'],
    ['mistral', 'codestral-latest', '2025-01-12T23:59:59Z', '0.2 0.6 - -'],
    ['mistral', 'codestral-latest', '2025-01-13T00:00:00Z', '0.3 0.9 - -'],
    ['mistral', 'open-mistral-nemo', '2024-09-16T23:59:59Z', '0.3 0.3 - -'],
    ['mistral', 'open-mistral-nemo', '2024-09-17T00:00:00Z', '0.15 0.15 - -'],
    ['mistral', 'mistral-small-latest', '2025-01-29T23:59:59Z', '0.2 0.6 - -'],
    ['mistral', 'mistral-small-latest', '2025-01-30T00:00:00Z', '0.1 0.3 - -'],
    ['mistral', 'mistral-small-latest', '2026-03-16T00:00:00Z', '0.15 0.6 0.015 -'],
    ['mistral', 'magistral-medium-latest', '2025-07-01T00:00:00Z', '2 5 - -'],
    ['mistral', 'magistral-small-latest', '2026-06-30T23:59:59Z', '0.5 1.5 - -'],
    ['mistral', 'magistral-small-latest', '2026-07-01T00:00:00Z', '0.15 0.6 0.015 -'],
    [
      'fireworks_ai',
      'accounts/fireworks/models/deepseek-v3',
      '2025-02-01T00:00:00Z',
      '0.9 0.9 - -',
    ],
    ['fireworks_ai', 'deepseek-r1', '2025-03-19T23:59:59Z', '8 8 - -'],
    ['fireworks_ai', 'deepseek-r1', '2025-03-20T00:00:00Z', '3 8 - -'],
    ['cerebras', 'qwen-3-coder-480b', '2025-09-01T00:00:00Z', '2 2 - -'],
    ['groq', 'openai/gpt-oss-120b', '2025-11-10T23:59:59Z', '0.15 0.75 - -'],
    ['groq', 'openai/gpt-oss-120b', '2025-11-11T00:00:00Z', '0.15 0.6 0.075 -'],
    ['together_ai', 'Qwen/Qwen3-235B-A22B-fp8-tput', '2025-05-08T00:00:00Z', '0.2 0.6 - -'],
    ['openrouter', 'openai/gpt-4o', '2024-10-01T23:59:59Z', '5 15 - -'],
    ['openrouter', 'openai/gpt-4o', '2024-10-02T00:00:00Z', '2.5 10 - -'],
    ['openrouter', 'openai/o3', '2025-06-09T23:59:59Z', '10 40 - -'],
    ['openrouter', 'anthropic/claude-3.5-haiku', '2024-12-02T23:59:59Z', '1 5 - -'],
    ['openrouter', 'deepseek/deepseek-chat', '2025-01-28T00:00:00Z', '0.14 0.28 - -'],
    ['openrouter', 'deepseek/deepseek-chat', '2025-06-22T00:00:00Z', '0.38 0.89 - -'],
    ['openrouter', 'deepseek/deepseek-r1', '2025-03-09T00:00:00Z', '0.55 2.19 - -'],
    ['openrouter', 'deepseek/deepseek-r1', '2025-06-22T00:00:00Z', '0.5 3 - -'],
    ['openrouter', 'deepseek/deepseek-r1', '2026-06-15T00:00:00Z', '0.45 2.15 - -'],
    ['openrouter', 'qwen/qwen-2.5-coder-32b-instruct', '2024-11-21T00:00:00Z', '0.18 0.18 - -'],
    ['openrouter', 'meta-llama/llama-3.3-70b-instruct', '2025-07-01T00:00:00Z', '0.1 0.25 - -'],
    ['openrouter', 'meta-llama/llama-3.3-70b-instruct', '2026-06-15T00:00:00Z', '0.05 0.24 - -'],
  ])('%s %s at %s costs %s', (provider, model, time, rates) => {
    expect(ratesAt(provider, model, time)).toBe(rates)
  })

  test.each([
    ['gemini-1.5-flash-latest', 'gemini-1.5-flash'],
    ['gemini-1.5-pro-latest', 'gemini-1.5-pro'],
    ['gemini-2.5-flash-lite-preview-06-17', 'gemini-2.5-flash-lite'],
  ])('%s costs the same as %s', (published, plain) => {
    const ratesOf = (model: string) => ratesAt('google', model, '2025-06-20T00:00:00Z')
    expect(ratesOf(published)).toBeDefined()
    expect(ratesOf(published)).toBe(ratesOf(plain))
  })

  test.each([
    ['google', 'gemini-1.5-flash', '2024-06-01T00:00:00Z', '0.7 2.1'],
    ['google', 'gemini-1.5-pro', '2024-06-01T00:00:00Z', '7 21'],
    ['google', 'gemini-1.5-pro', '2024-10-01T00:00:00Z', '2.5 10'],
    ['anthropic', 'claude-sonnet-4-20250514', '2025-09-01T00:00:00Z', '6 22.5'],
  ])('%s %s at %s costs %s in long calls', (provider, model, time, rates) => {
    const entry = resolveEntry(book, provider, model)
    const tier = entry && priceInForce(entry.prices, Date.parse(time))?.longContext[0]
    const perMillion = [tier?.rates.input, tier?.rates.output].map((rate) => rate?.times(MILLION))
    expect(perMillion.join(' ')).toBe(rates)
  })

  test('gemini-2.0-flash-exp stays unknown, because the source prices it as another model', () => {
    expect(resolveEntry(book, 'google', 'gemini-2.0-flash-exp')).toBeUndefined()
  })
})

describe('every price that the source does not have', () => {
  const everyOne = [
    ...CORRECTIONS.map(({ externalId, why, prices }) => ({ name: externalId, why, prices })),
    ...ADDITIONS.map(({ provider, names, why, prices }) => ({
      name: `${provider}/${names[0]}`,
      why,
      prices,
    })),
  ]

  test.each(everyOne)('says where it is known from: $name', ({ why }) => {
    expect(why).toMatch(/https:\/\/[\w.-]+\/\S+/)
  })

  test.each(everyOne)(
    'is in force since always, or in the order of its dates: $name',
    ({ prices }) => {
      const starts = prices.map(({ effectiveFrom }) => effectiveFrom ?? '')
      expect(starts[0]).toBe('')
      expect(starts).toEqual(starts.toSorted())
    },
  )
})
