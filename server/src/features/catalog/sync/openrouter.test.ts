import { describe, expect, test } from 'vitest'
import { parseOpenRouter } from './openrouter.ts'

function parsed(pricing: unknown, model: Record<string, unknown> = {}) {
  const data = [
    { id: 'acme/model', name: 'Acme: Model', context_length: 131_072, pricing, ...model },
  ]
  return parseOpenRouter(JSON.stringify({ data }))
}

/** Returns the rates of one model as `kind rate`, or undefined when it has no usable price. */
function ratesOf(pricing: unknown, model?: Record<string, unknown>) {
  const [found] = parsed(pricing, model).models
  return (
    found &&
    [found.statement, ...found.statement.longContext].map(({ rates }) =>
      Object.entries(rates).map(([kind, rate]) => `${kind} ${rate?.toFixed()}`),
    )
  )
}

test('reads USD per token; the canonical name is the id', () => {
  const pricing = {
    prompt: '0.000003',
    completion: '0.000015',
    web_search: '0.01',
    input_cache_read: '0.0000003',
    input_cache_write: '0.00000375',
    input_cache_write_1h: '0.000006',
    image: '0.0048',
    request: '0',
  }
  expect(parsed(pricing, { id: 'Anthropic/Claude-Sonnet-4.5' }).models[0]).toMatchObject({
    provider: 'openrouter',
    name: 'anthropic/claude-sonnet-4.5',
    externalId: 'Anthropic/Claude-Sonnet-4.5',
    displayName: 'Acme: Model',
    contextWindow: 131_072,
  })
  expect(ratesOf(pricing)).toEqual([
    [
      'input 0.000003',
      'output 0.000015',
      'cacheRead 0.0000003',
      'cacheWrite 0.00000375',
      'cacheWrite1h 0.000006',
    ],
  ])
})

test('takes rates above a number of prompt tokens as long-context rates', () => {
  const override = (min_prompt_tokens: number, prompt: string) => ({
    min_prompt_tokens,
    prompt,
    completion: '0.000008',
  })
  const base = { prompt: '0.000001', completion: '0.000004' }
  const overrides = [override(32_000, '0.000002'), override(128_000, '0.000003')]
  const [model] = parsed({ ...base, overrides }).models
  expect(model?.statement.longContext.map((tier) => tier.aboveInputTokens)).toEqual([
    32_000, 128_000,
  ])
  expect(ratesOf({ ...base, overrides })).toEqual([
    ['input 0.000001', 'output 0.000004'],
    ['input 0.000002', 'output 0.000008'],
    ['input 0.000003', 'output 0.000008'],
  ])
  expect(ratesOf({ ...base, overrides: overrides.toReversed() })).toBeUndefined()
})

test('reads the intended digits where the sender computed in floats', () => {
  expect(ratesOf({ prompt: '0.00000100000000000000015', completion: '0.000006' })).toEqual([
    ['input 0.000001', 'output 0.000006'],
  ])
})

test('a free model costs zero', () => {
  expect(ratesOf({ prompt: '0', completion: '0' }, { id: 'acme/model:free' })).toEqual([
    ['input 0', 'output 0'],
  ])
})

describe('a model whose price cannot be expressed is offered, but not priced', () => {
  const base = { prompt: '0.000001', completion: '0.000004' }
  test.each([
    ['a router', { prompt: '-1', completion: '-1' }],
    ['no completion price', { prompt: '0.000001' }],
    ['no number', { ...base, completion: 'free' }],
    ['no pricing', undefined],
    ['pictures as output', { ...base, image_output: '0.00003' }],
    ['a discount', { ...base, discount: 0.2 }],
    ['a field that is not known', { ...base, weekend: '0.000002' }],
    ['hours of the day', { ...base, overrides: [{ utc_start: 100, utc_end: 400, ...base }] }],
    ['an override without a condition', { ...base, overrides: [base] }],
    ['overrides that are no list', { ...base, overrides: {} }],
  ])('%s', (_, pricing) => {
    const { models, unpriced } = parsed(pricing)
    expect(models).toEqual([])
    expect(unpriced).toEqual([{ provider: 'openrouter', name: 'acme/model' }])
  })

  test('sound', () => {
    expect(parsed(base, { id: 'openai/gpt-audio' }).models).toEqual([])
  })

  test('but fields that are zero change nothing', () => {
    expect(ratesOf({ ...base, image_output: '0', discount: 0, overrides: [] })).toHaveLength(1)
  })
})

test('skips entries that are not models', () => {
  const text = JSON.stringify({ data: ['x', null, 7, {}, { id: '' }] })
  expect(parseOpenRouter(text)).toEqual({ models: [], unpriced: [] })
})

test.each(['', '[]', '{}', '{"data": {}}', '{"error": "x"}'])('%j is not a response', (text) => {
  expect(() => parseOpenRouter(text)).toThrow()
})
