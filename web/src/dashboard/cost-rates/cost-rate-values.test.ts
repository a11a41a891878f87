import { describe, expect, test } from 'vitest'
import {
  type CostRateValues,
  isFreePrice,
  NO_RATE,
  problemsOf,
  toBody,
  valuesOf,
} from './cost-rate-values.ts'

const NAMED = { ...NO_RATE, model: 'our-tune', modelProvider: 'openai' }
const values = (change: Partial<CostRateValues>): CostRateValues => ({ ...NAMED, ...change })

test('only the fields of the chosen kind are sent, and numbers stay text', () => {
  const typed = { percentOff: '20', inputCost: ' 0.0000001 ', outputCost: '', unitCost: '3' }
  expect(toBody(values({ ...typed, kind: 'tokens', isFree: true }))).toEqual({
    modelProvider: 'openai',
    model: 'our-tune',
    serviceTier: null,
    effectiveFrom: null,
    inputCost: '0.0000001',
    isFree: false,
    note: null,
  })
  expect(toBody(values({ ...typed, kind: 'percent', model: ' ' }))).toMatchObject({
    model: null,
    percentOff: '20',
  })
})

describe('a price of nothing', () => {
  test.each([
    [{ kind: 'tokens', inputCost: '0', outputCost: '0.00' }, true],
    [{ kind: 'tokens', inputCost: '0', outputCost: '0.01' }, false],
    [{ kind: 'tokens' }, false],
    [{ kind: 'unit', unitCost: '0.0' }, true],
    [{ kind: 'percent', percentOff: '100.0' }, true],
    [{ kind: 'percent', percentOff: '0' }, false],
    [{ kind: 'percent', percentOff: '10' }, false],
  ] as const)('%o is free: %s', (price, isFree) => {
    expect(isFreePrice(values(price))).toBe(isFree)
  })

  test('needs a confirmation, which is sent', () => {
    const free = { kind: 'unit', unitCost: '0' } as const
    expect(problemsOf(values(free))).toHaveProperty('isFree')
    expect(problemsOf(values({ ...free, isFree: true }))).toEqual({})
    expect(toBody(values({ ...free, isFree: true })).isFree).toBe(true)
  })
})

describe('what must be given', () => {
  test.each([
    [{ kind: 'percent', model: '' }, ['percentOff']],
    [{ kind: 'tokens', cacheReadCost: '1' }, ['inputCost']],
    [{ kind: 'unit', model: '' }, ['model', 'unitCost']],
    [{ kind: 'percent', percentOff: '5', modelProvider: '' }, ['modelProvider']],
    [{ kind: 'tokens', outputCost: '15' }, []],
  ] as const)('%o lacks %j', (change, fields) => {
    expect(Object.keys(problemsOf(values(change)))).toEqual(fields)
  })
})

test('a rate that replaces another one has its names and its price', () => {
  const rate = {
    ...NO_RATE,
    id: 'id',
    model: 'our-tune',
    modelProvider: 'openai',
    serviceTier: null,
    effectiveFrom: '2026-01-01T00:00:00.000Z',
    effectiveTo: null,
    percentOff: null,
    inputCost: '3.75',
    outputCost: '15',
    cacheReadCost: null,
    cacheWriteCost: null,
    cacheWrite1hCost: null,
    unitCost: null,
    note: 'Contract 1',
    costAllocationId: null,
    provisionalUntil: null,
    actor: 'user:1',
    actorName: 'Ada',
    createdAt: '2026-01-01T00:00:00.000Z',
    withdrawnAt: null,
  }
  const replaced = { ...NO_RATE, ...valuesOf(rate) }
  expect(replaced).toEqual({ ...NAMED, inputCost: '3.75', outputCost: '15' })
})
