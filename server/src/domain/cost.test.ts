import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CatalogEntry,
  type CatalogPrice,
  costService,
  priceInForce,
  type Rates,
  type ServiceUsage,
} from './cost.ts'
import { decimal, decimalFromInteger, sum } from './money.ts'

const NO_RATES: Rates = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWrite1h: null,
  unit: null,
}
const NO_USAGE: ServiceUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWrite1hTokens: 0,
  quantity: 1,
  serviceTier: null,
  calls: 1,
}
const NOON = Date.parse('2026-09-01T12:00:00Z')

/** Builds rates from price-list figures: USD per million tokens. */
function perMillion(rates: Partial<Record<keyof Rates, string>>): Rates {
  const entries = Object.entries(rates).map(([kind, rate]) => [
    kind,
    decimal(rate).div(decimal('1000000')),
  ])
  return { ...NO_RATES, ...Object.fromEntries(entries) }
}

function price(rates: Rates, rest: Partial<CatalogPrice> = {}): CatalogPrice {
  const whole = { effectiveFrom: null, dailyWindow: null, longContext: [], serviceTiers: [] }
  return { id: 'price', ...whole, rates, ...rest }
}

function llm(...prices: CatalogPrice[]): CatalogEntry {
  return { id: 'entry', provider: 'openai', canonicalName: 'gpt-4o', isApi: false, prices }
}

function api(ratePerUnit: string): CatalogEntry {
  const rates = { ...NO_RATES, unit: decimal(ratePerUnit) }
  return { ...llm(price(rates)), provider: 'twilio', canonicalName: 'sms-us', isApi: true }
}

function used(usage: Partial<ServiceUsage>): ServiceUsage {
  return { ...NO_USAGE, ...usage }
}

/** Returns the lines of a cost, each as `dimension units × rate = cost`. */
function linesOf(entry: CatalogEntry, usage: Partial<ServiceUsage>, at = NOON): string[] {
  const result = costService(entry, used(usage), at)
  if (result.kind === 'no_rate') return [result.reason]
  return result.lines.map(
    ({ dimension, units, costPerUnit, cost }) => `${dimension} ${units} × ${costPerUnit} = ${cost}`,
  )
}

function costOf(entry: CatalogEntry, usage: Partial<ServiceUsage>, at = NOON): string {
  const result = costService(entry, used(usage), at)
  return result.kind === 'costed' ? String(result.cost) : result.reason
}

const GPT_4O = perMillion({ input: '2.5', output: '10', cacheRead: '1.25' })
const CLAUDE = perMillion({ input: '3', output: '15', cacheRead: '0.3', cacheWrite: '3.75' })
const LONG = perMillion({ input: '6', output: '22.5', cacheRead: '0.6', cacheWrite: '7.5' })

describe('an LLM costs its tokens', () => {
  test.each([
    [{ inputTokens: 1_000_000 }, '2.5'],
    [{ outputTokens: 1_000_000 }, '10'],
    [{ inputTokens: 1200, outputTokens: 350 }, '0.0065'],
    [{ inputTokens: 1 }, '0.0000025'],
    [{ inputTokens: 0, outputTokens: 0 }, '0'],
    [{ inputTokens: 1_000_000, cacheReadTokens: 400_000 }, '2'],
    [{ inputTokens: 1_000_000, cacheReadTokens: 1_000_000 }, '1.25'],
    [{ inputTokens: 9_007_199_254_740_991 }, '22517998136.8524775'],
  ])('gpt-4o %o costs %s USD', (usage, cost) => {
    expect(costOf(llm(price(GPT_4O)), usage)).toBe(cost)
  })

  test('each kind of token is a line of its own, and cached tokens are charged once', () => {
    const usage = {
      inputTokens: 10_000,
      outputTokens: 500,
      cacheReadTokens: 6_000,
      cacheWriteTokens: 1_000,
    }
    expect(linesOf(llm(price(CLAUDE)), usage)).toEqual([
      'input 3000 × 0.000003 = 0.009',
      'output 500 × 0.000015 = 0.0075',
      'cache_read 6000 × 0.0000003 = 0.0018',
      'cache_write 1000 × 0.00000375 = 0.00375',
    ])
  })

  test('cached tokens pay the input rate where no rate for them is published', () => {
    const rates = perMillion({ input: '2', output: '8' })
    const usage = { inputTokens: 1_000_000, cacheReadTokens: 500_000, cacheWriteTokens: 100_000 }
    expect(costOf(llm(price(rates)), usage)).toBe('2')
  })

  test('quantity does not count', () => {
    expect(costOf(llm(price(GPT_4O)), { inputTokens: 1000, quantity: 50 })).toBe('0.0025')
  })

  test('a rate of zero is a cost of zero', () => {
    const free = perMillion({ input: '0', output: '0' })
    expect(linesOf(llm(price(free)), { inputTokens: 5, outputTokens: 5 })).toEqual([
      'input 5 × 0 = 0',
      'output 5 × 0 = 0',
    ])
  })
})

describe('a service that is not an LLM costs its quantity', () => {
  test.each([
    ['0.0083', 1, '0.0083'],
    ['0.0083', 1200, '9.96'],
    ['0.005', 0, '0'],
    ['0.000014', 3600, '0.0504'],
  ])('at %s USD a unit, %i units cost %s USD', (rate, quantity, cost) => {
    expect(costOf(api(rate), { quantity })).toBe(cost)
  })

  test('tokens do not count', () => {
    expect(linesOf(api('0.005'), { quantity: 2, inputTokens: 99, outputTokens: 99 })).toEqual([
      'quantity 2 × 0.005 = 0.01',
    ])
  })
})

describe('an unknown rate makes the cost unknown, never zero', () => {
  const inputOnly = llm(price(perMillion({ input: '0.13' })))

  test('when the kind of token was used', () => {
    expect(costOf(inputOnly, { inputTokens: 10, outputTokens: 1 })).toBe(
      'openai/gpt-4o has no output rate in the catalog',
    )
  })

  test('and every rate that is missing is named', () => {
    expect(costOf(llm(price(perMillion({}))), { inputTokens: 10, outputTokens: 1 })).toBe(
      'openai/gpt-4o has no input and no output rate in the catalog',
    )
  })

  test('but not when it was not used', () => {
    expect(costOf(inputOnly, { inputTokens: 1_000_000 })).toBe('0.13')
  })

  test('when no price is in force on the usage date', () => {
    const entry = llm(price(GPT_4O, { effectiveFrom: NOON }))
    expect(costOf(entry, { inputTokens: 1 }, NOON - 1)).toBe(
      'openai/gpt-4o has no price in force on the usage date',
    )
    expect(costOf(llm(), { inputTokens: 1 })).toContain('no price in force')
  })
})

describe('above a threshold of input tokens the whole call pays the long-context rates', () => {
  const tiers = [{ aboveInputTokens: 200_000, rates: LONG }]
  const entry = llm(price(CLAUDE, { longContext: tiers }))

  test.each([
    [{ inputTokens: 199_999, outputTokens: 1000 }, '0.614997'],
    [{ inputTokens: 200_000, outputTokens: 1000 }, '0.615'],
    [{ inputTokens: 200_001, outputTokens: 1000 }, '1.222506'],
    [{ inputTokens: 1000, outputTokens: 300_000 }, '4.503'],
    [{ inputTokens: 250_000, cacheReadTokens: 240_000 }, '0.204'],
  ])('claude-sonnet-4-5 %o costs %s USD', (usage, cost) => {
    expect(costOf(entry, usage)).toBe(cost)
  })

  test.each([
    [{ inputTokens: 400_000, outputTokens: 2000, calls: 2 }, '1.23'],
    [{ inputTokens: 400_001, outputTokens: 2000, calls: 2 }, '2.445006'],
    [{ inputTokens: 400_000, outputTokens: 2000, calls: 1 }, '2.445'],
    [{ inputTokens: 400_000, outputTokens: 2000, calls: 1, quantity: 2 }, '2.445'],
    [
      { inputTokens: Number.MAX_SAFE_INTEGER, calls: Number.MAX_SAFE_INTEGER },
      '27021597764.222973',
    ],
  ])('of several calls together the tokens of one count: %o costs %s USD', (usage, cost) => {
    expect(costOf(entry, usage)).toBe(cost)
  })

  test('of several tiers the highest that was passed counts', () => {
    const rates = (input: string) => perMillion({ input, output: '1' })
    const entry = llm(
      price(rates('1'), {
        longContext: [
          { aboveInputTokens: 32_000, rates: rates('2') },
          { aboveInputTokens: 128_000, rates: rates('3') },
        ],
      }),
    )
    expect(costOf(entry, { inputTokens: 32_000 })).toBe('0.032')
    expect(costOf(entry, { inputTokens: 100_000 })).toBe('0.2')
    expect(costOf(entry, { inputTokens: 200_000 })).toBe('0.6')
  })
})

describe('the price in force', () => {
  const o3 = [
    price(perMillion({ input: '10', output: '40' }), { id: 'launch' }),
    price(perMillion({ input: '2', output: '8' }), {
      id: 'cut',
      effectiveFrom: Date.parse('2025-06-10T00:00:00Z'),
    }),
  ]

  test.each([
    ['2024-01-01T00:00:00Z', 'launch'],
    ['2025-06-09T23:59:59.999Z', 'launch'],
    ['2025-06-10T00:00:00Z', 'cut'],
    ['2030-01-01T00:00:00Z', 'cut'],
  ])('at %s is the one of the latest start', (at, id) => {
    expect(priceInForce(o3, Date.parse(at))?.id).toBe(id)
    expect(priceInForce(o3.toReversed(), Date.parse(at))?.id).toBe(id)
  })

  const deepseek = [
    price(GPT_4O, { id: 'before' }),
    price(GPT_4O, { id: 'off-peak', effectiveFrom: Date.parse('2026-08-17') }),
    price(GPT_4O, {
      id: 'morning',
      effectiveFrom: Date.parse('2026-08-17'),
      dailyWindow: { from: 60, to: 240 },
    }),
    price(GPT_4O, {
      id: 'noon',
      effectiveFrom: Date.parse('2026-08-17'),
      dailyWindow: { from: 360, to: 600 },
    }),
  ]

  test.each([
    ['2026-08-16T02:00:00Z', 'before'],
    ['2026-08-17T00:59:59.999Z', 'off-peak'],
    ['2026-08-17T01:00:00Z', 'morning'],
    ['2026-08-17T03:59:59.999Z', 'morning'],
    ['2026-08-17T04:00:00Z', 'off-peak'],
    ['2026-09-01T06:00:00Z', 'noon'],
    ['2026-09-01T10:00:00Z', 'off-peak'],
  ])('at %s keeps to the hours of the day in UTC', (at, id) => {
    expect(priceInForce(deepseek, Date.parse(at))?.id).toBe(id)
  })

  test.each([
    ['2026-09-01T16:29:59Z', 'day'],
    ['2026-09-01T16:30:00Z', 'night'],
    ['2026-09-01T23:59:59Z', 'night'],
    ['2026-09-02T00:00:00Z', 'night'],
    ['2026-09-02T00:30:00Z', 'day'],
    ['1969-12-31T20:00:00Z', 'night'],
    ['1969-12-31T12:00:00Z', 'day'],
  ])('at %s knows hours that pass midnight', (at, id) => {
    const prices = [
      price(GPT_4O, { id: 'day' }),
      price(GPT_4O, { id: 'night', dailyWindow: { from: 990, to: 30 } }),
    ]
    expect(priceInForce(prices, Date.parse(at))?.id).toBe(id)
  })

  test('the cost says which price it used', () => {
    const result = costService(llm(...o3), used({ inputTokens: 1_000_000 }), NOON)
    expect(result).toMatchObject({ kind: 'costed', priceId: 'cut' })
  })
})

describe('always', () => {
  const tokens = fc.integer({ min: 0, max: 10_000_000 })
  const usage = fc
    .record({ read: tokens, write: tokens, fresh: tokens, outputTokens: tokens })
    .map(({ read, write, fresh, outputTokens }) => ({
      inputTokens: read + write + fresh,
      outputTokens,
      cacheReadTokens: read,
      cacheWriteTokens: write,
    }))

  test('the lines add up to the cost, and their units to the tokens', () => {
    fc.assert(
      fc.property(usage, (tokensUsed) => {
        const result = costService(llm(price(CLAUDE)), used(tokensUsed), NOON)
        if (result.kind !== 'costed') throw new Error(result.reason)
        const { inputTokens, outputTokens } = tokensUsed
        expect(String(sum(result.lines.map(({ cost }) => cost)))).toBe(String(result.cost))
        expect(String(sum(result.lines.map(({ units }) => units)))).toBe(
          String(decimalFromInteger(inputTokens + outputTokens)),
        )
      }),
    )
  })

  test('equal calls cost the same apart and together, on either side of a threshold', () => {
    const tiers = [
      { aboveInputTokens: 32_000, rates: CLAUDE },
      { aboveInputTokens: 200_000, rates: LONG },
    ]
    const entry = llm(price(GPT_4O, { longContext: tiers }))
    const perCall = fc.integer({ min: 0, max: 150_000 })
    const call = fc.record({ read: perCall, write: perCall, fresh: perCall, output: perCall })
    fc.assert(
      fc.property(call, fc.integer({ min: 1, max: 1_000 }), (one, calls) => {
        const usageOf = (count: number) => ({
          inputTokens: (one.read + one.write + one.fresh) * count,
          outputTokens: one.output * count,
          cacheReadTokens: one.read * count,
          cacheWriteTokens: one.write * count,
          calls: count,
        })
        const apart = decimal(costOf(entry, usageOf(1))).times(decimalFromInteger(calls))
        expect(costOf(entry, usageOf(calls))).toBe(String(apart))
      }),
    )
  })

  test('without long-context tiers, calls cost the same apart and together', () => {
    const total = (
      key: Exclude<keyof ServiceUsage, 'serviceTier'>,
      calls: Partial<ServiceUsage>[],
    ) => calls.reduce((all, call) => all + (call[key] ?? 0), 0)
    fc.assert(
      fc.property(fc.array(usage, { minLength: 1, maxLength: 10 }), (calls) => {
        const together = {
          inputTokens: total('inputTokens', calls),
          outputTokens: total('outputTokens', calls),
          cacheReadTokens: total('cacheReadTokens', calls),
          cacheWriteTokens: total('cacheWriteTokens', calls),
        }
        const apart = sum(calls.map((call) => decimal(costOf(llm(price(CLAUDE)), call))))
        expect(costOf(llm(price(CLAUDE)), together)).toBe(String(apart))
      }),
    )
  })

  test('reading from the cache never costs more than not to, at a cheaper rate', () => {
    fc.assert(
      fc.property(usage, (tokensUsed) => {
        const cached = decimal(costOf(llm(price(GPT_4O)), { ...tokensUsed, cacheWriteTokens: 0 }))
        const fresh = { ...tokensUsed, cacheReadTokens: 0, cacheWriteTokens: 0 }
        expect(cached.lte(decimal(costOf(llm(price(GPT_4O)), fresh)))).toBe(true)
      }),
    )
  })
})
