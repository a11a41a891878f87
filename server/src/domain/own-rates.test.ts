import { describe, expect, test } from 'vitest'
import { costService, type ModelPrices, type Rates, type ServiceUsage } from './cost.ts'
import { decimal } from './money.ts'
import type { OwnRate } from './own-rates.ts'

const NONE: Rates = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWrite1h: null,
  unit: null,
}
const MARCH = Date.parse('2026-03-01T00:00:00Z')
const CALL: ServiceUsage = {
  inputTokens: 10,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWrite1hTokens: 0,
  quantity: 1,
  serviceTier: null,
  calls: 1,
}

const input = (rate: string): Rates => ({ ...NONE, input: decimal(rate) })

/** A model whose input costs 100 for a token, 50 in the tier `batch`, and 200 in calls above 100. */
const MODEL: ModelPrices = {
  provider: 'openai',
  canonicalName: 'gpt-4o',
  isApi: false,
  prices: [
    {
      id: 'catalog',
      effectiveFrom: null,
      dailyWindow: null,
      rates: input('100'),
      longContext: [{ aboveInputTokens: 100, rates: input('200') }],
      serviceTiers: [{ serviceTier: 'batch', rates: input('50'), longContext: [] }],
    },
  ],
}

const dated = (given: Partial<OwnRate>) => ({
  id: 'own',
  serviceTier: null,
  effectiveFrom: null,
  allocatedTo: null,
  ...given,
})
const rate = (amount: string, given: Partial<OwnRate> = {}): OwnRate => ({
  ...dated(given),
  rates: input(amount),
  percentOff: null,
})
const off = (percent: string, given: Partial<OwnRate> = {}): OwnRate => ({
  ...dated(given),
  rates: null,
  percentOff: decimal(percent),
})

type Rated = { model?: OwnRate[]; provider?: OwnRate[] }

/** Returns what ten input tokens cost, the price that was used, and whether the tier has none. */
function costOf(
  { model = [], provider = [] }: Rated,
  call: Partial<ServiceUsage> = {},
  at = MARCH,
) {
  const prices = { ...MODEL, ownRates: { ofModel: model, ofProvider: provider } }
  const result = costService(prices, { ...CALL, ...call }, at)
  if (result.kind === 'no_rate') return result.reason
  return [result.cost.toFixed(), result.priceId, ...(result.isTierUnpriced ? ['unpriced'] : [])]
}

const batch = { serviceTier: 'batch' }
const flex = { serviceTier: 'flex' }

describe('own rates', () => {
  test('replace those of the catalog, long prompts included', () => {
    expect(costOf({ model: [rate('3')] })).toEqual(['30', 'own'])
    expect(costOf({ model: [rate('3')] }, { inputTokens: 1_000 })).toEqual(['3000', 'own'])
  })

  test('of a model come before those of its provider', () => {
    expect(costOf({ model: [rate('3')], provider: [off('50', { id: 'all' })] })).toEqual([
      '30',
      'own',
    ])
    expect(costOf({ provider: [off('50', { id: 'all' })] })).toEqual(['500', 'all'])
  })

  test('of mapped names come before those of the model, within a tier', () => {
    const cost = (names: OwnRate[], call: Partial<ServiceUsage> = {}) => {
      const model = [rate('3', { id: 'model' }), rate('2', { id: 'flex', ...flex })]
      const ownRates = { ofNames: names, ofModel: model, ofProvider: [] }
      const result = costService({ ...MODEL, ownRates }, { ...CALL, ...call }, MARCH)
      return result.kind === 'costed' && result.priceId
    }
    expect(cost([rate('5', { id: 'names' })])).toBe('names')
    expect(cost([rate('5', { id: 'names' })], flex)).toBe('flex')
    expect(cost([rate('5', { id: 'names', effectiveFrom: MARCH + 1 })])).toBe('model')
  })

  test('apply from their start; the latest start counts, and of two the later one', () => {
    const model = [
      rate('3', { id: 'a' }),
      rate('4', { id: 'b', effectiveFrom: MARCH }),
      rate('5', { id: 'c', effectiveFrom: MARCH }),
    ]
    expect(costOf({ model }, {}, MARCH - 1)).toEqual(['30', 'a'])
    expect(costOf({ model })).toEqual(['50', 'c'])
    expect(costOf({ model: [rate('4', { effectiveFrom: MARCH + 1 })] })).toEqual([
      '1000',
      'catalog',
    ])
  })

  test('lack what is not set: the cost is unknown', () => {
    expect(costOf({ model: [rate('3')] }, { outputTokens: 5 })).toBe(
      'openai/gpt-4o has no output rate in your cost rate',
    )
  })

  test('of zero make the model free', () => {
    expect(costOf({ model: [rate('0')] })).toEqual(['0', 'own'])
  })

  test('for one unit price the quantity', () => {
    const unit: OwnRate = { ...dated({}), rates: { ...NONE, unit: decimal('7') }, percentOff: null }
    expect(costOf({ model: [unit] }, { quantity: 3 })).toEqual(['21', 'own'])
  })
})

describe('a percentage', () => {
  test('is taken off the rates of the day, long prompts included', () => {
    expect(costOf({ model: [off('20')] })).toEqual(['800', 'own'])
    expect(costOf({ model: [off('20')] }, { inputTokens: 200 })).toEqual(['32000', 'own'])
    expect(costOf({ model: [off('33.333')] })).toEqual(['666.67', 'own'])
  })

  test('of zero returns to the catalog, and of 100 is free', () => {
    const model = [rate('3', { id: 'a' }), off('0', { id: 'b', effectiveFrom: MARCH })]
    expect(costOf({ model })).toEqual(['1000', 'b'])
    expect(costOf({ model: [off('100')] })).toEqual(['0', 'own'])
  })

  test('for all tiers is taken off the published rates of the tier', () => {
    expect(costOf({ provider: [off('20')] }, batch)).toEqual(['400', 'own'])
  })

  test('for a tier is taken off the standard rates', () => {
    expect(costOf({ provider: [off('20', batch)] }, batch)).toEqual(['800', 'own'])
  })

  test('of a model without a price in force is no price', () => {
    const ownRates = { ofModel: [off('20')], ofProvider: [] }
    expect(costService({ ...MODEL, prices: [], ownRates }, CALL, MARCH)).toEqual({
      kind: 'no_rate',
      reason: 'openai/gpt-4o has no price in force on the usage date',
    })
  })
})

describe('a tier of service', () => {
  test('has its published rates', () => {
    expect(costOf({}, batch)).toEqual(['500', 'catalog'])
  })

  test('without published rates costs the standard rates, and says so', () => {
    expect(costOf({}, flex)).toEqual(['1000', 'catalog', 'unpriced'])
    expect(costOf({ model: [rate('3')] }, flex)).toEqual(['30', 'own', 'unpriced'])
    expect(costOf({ model: [off('20')] }, flex)).toEqual(['800', 'own', 'unpriced'])
  })

  test('has its own rates before those for all tiers, even of the provider alone', () => {
    expect(costOf({ model: [rate('3'), rate('2', { id: 'b', ...flex })] }, flex)).toEqual([
      '20',
      'b',
    ])
    expect(
      costOf({ model: [rate('3')], provider: [off('50', { id: 'f', ...flex })] }, flex),
    ).toEqual(['500', 'f'])
  })

  test('does not change the price of other calls', () => {
    expect(costOf({ model: [rate('2', flex)] })).toEqual(['1000', 'catalog'])
    expect(costOf({ model: [rate('2', flex)] }, batch)).toEqual(['500', 'catalog'])
  })
})

describe('cache writes for one hour', () => {
  const call = { inputTokens: 10, cacheWriteTokens: 8, cacheWrite1hTokens: 3 }
  const cost = (rates: Partial<Rates>) => {
    const own: OwnRate = { ...dated({}), rates: { ...input('1'), ...rates }, percentOff: null }
    const prices = { ...MODEL, ownRates: { ofModel: [own], ofProvider: [] } }
    const result = costService(prices, { ...CALL, ...call }, MARCH)
    return (
      result.kind === 'costed' &&
      result.lines.map(({ dimension, cost: c }) => [dimension, c.toFixed()])
    )
  }

  test('have a rate of their own, and are a part of the cache writes', () => {
    expect(cost({ cacheWrite: decimal('10'), cacheWrite1h: decimal('100') })).toEqual([
      ['input', '2'],
      ['cache_write', '50'],
      ['cache_write_1h', '300'],
    ])
  })

  test('without a rate of their own cost what other cache writes cost', () => {
    expect(cost({ cacheWrite: decimal('10') })).toEqual([
      ['input', '2'],
      ['cache_write', '50'],
      ['cache_write_1h', '30'],
    ])
    expect(cost({})).toEqual([
      ['input', '2'],
      ['cache_write', '5'],
      ['cache_write_1h', '3'],
    ])
  })
})
