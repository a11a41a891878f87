import { describe, expect, test } from 'vitest'
import { decimal, ZERO } from '../money.ts'
import { amountOf, pricingFrom, type Row, shownTiers, tiersFrom } from '../test-support.ts'
import { priceUsage } from './pricing.ts'

describe('flat', () => {
  test.each([
    ['0.10', '0', '0'],
    ['0.10', '1', '0.1'],
    ['0.10', '1500', '150'],
    ['0.000001', '0.5', '0.0000005'],
    ['0', '1000', '0'],
    ['0.1', '1000000000000000', '100000000000000'],
    ['0.123456789', '1000000000000000.1', '123456789000000.0123456789'],
  ])('at %s, %s units cost exactly %s', (rate, quantity, amount) => {
    expect(amountOf({ pricingModel: 'flat', rate: decimal(rate) }, quantity)).toBe(amount)
  })

  test('shows one tier without end', () => {
    expect(shownTiers({ pricingModel: 'flat', rate: decimal('0.2') }, '5')).toEqual([
      '0 up 0.2 5 1',
    ])
  })
})

const apiCalls: readonly Row[] = [
  ['100', '0.10'],
  ['1000', '0.05'],
  [null, '0.02'],
]

describe('graduated: 0.10 up to 100, 0.05 up to 1000, then 0.02', () => {
  test.each([
    ['0', '0'],
    ['0.5', '0.05'],
    ['1', '0.1'],
    ['99', '9.9'],
    ['100', '10'],
    ['100.5', '10.025'],
    ['101', '10.05'],
    ['1000', '55'],
    ['1001', '55.02'],
    ['1500', '65'],
    ['1000000000000000', '20000000000035'],
    ['1000000000000000.000000000000001', '20000000000035.00000000000000002'],
  ])('%s units cost exactly %s', (quantity, amount) => {
    expect(amountOf(pricingFrom('graduated', apiCalls), quantity)).toBe(amount)
  })

  test('shows the contribution of each tier reached', () => {
    expect(shownTiers(pricingFrom('graduated', apiCalls), '1500')).toEqual([
      '0 100 0.1 100 10',
      '100 1000 0.05 900 45',
      '1000 up 0.02 500 10',
    ])
  })

  test.each([
    ['0', []],
    ['100', ['0 100 0.1 100 10']],
    ['100.25', ['0 100 0.1 100 10', '100 1000 0.05 0.25 0.0125']],
  ])('leaves out tiers that %s units do not reach', (quantity, tiers) => {
    expect(shownTiers(pricingFrom('graduated', apiCalls), quantity)).toEqual(tiers)
  })

  test('shows a tier that was used for free', () => {
    const withFreeTier = pricingFrom('graduated', [
      ['10', '0'],
      [null, '1'],
    ])
    expect(shownTiers(withFreeTier, '12')).toEqual(['0 10 0 10 0', '10 up 1 2 2'])
  })
})

describe('volume: all at 0.10 up to 100, all at 0.05 up to 1000, else all at 0.02', () => {
  test.each([
    ['0', '0'],
    ['0.5', '0.05'],
    ['100', '10'],
    ['100.000001', '5.00000005'],
    ['101', '5.05'],
    ['1000', '50'],
    ['1001', '20.02'],
    ['1000000000000000', '20000000000000'],
  ])('%s units cost exactly %s', (quantity, amount) => {
    expect(amountOf(pricingFrom('volume', apiCalls), quantity)).toBe(amount)
  })

  test('shows the one tier that the total lands in', () => {
    expect(shownTiers(pricingFrom('volume', apiCalls), '100')).toEqual(['0 100 0.1 100 10'])
    expect(shownTiers(pricingFrom('volume', apiCalls), '500')).toEqual(['100 1000 0.05 500 25'])
    expect(shownTiers(pricingFrom('volume', apiCalls), '0')).toEqual([])
  })
})

describe('credit_pool: 49 for 1000 units, then 0.06 each', () => {
  const pool = pricingFrom('credit_pool', [
    ['1000', '49'],
    [null, '0.06'],
  ])

  test.each([
    ['0', '49'],
    ['0.5', '49'],
    ['999', '49'],
    ['1000', '49'],
    ['1000.5', '49.03'],
    ['1001', '49.06'],
    ['1500', '79'],
    ['1000000000000000', '59999999999989'],
  ])('%s units cost exactly %s', (quantity, amount) => {
    expect(amountOf(pool, quantity)).toBe(amount)
  })

  test.each([
    ['0', ['0 1000 49 0 49']],
    ['1000', ['0 1000 49 1000 49']],
    ['1500', ['0 1000 49 1000 49', '1000 up 0.06 500 30']],
  ])('shows the fee and the overage of %s units', (quantity, tiers) => {
    expect(shownTiers(pool, quantity)).toEqual(tiers)
  })

  test.each(['0', '1000', '1500'])('owes the fee whatever the usage: %s', (quantity) => {
    expect(priceUsage(pool, decimal(quantity)).fixedFee.toFixed()).toBe('49')
  })

  test('is the only model with a fixed fee', () => {
    for (const model of ['graduated', 'volume'] as const) {
      const price = priceUsage(pricingFrom(model, apiCalls), decimal('50'))
      expect(price.fixedFee.toFixed()).toBe('0')
    }
  })

  test('cannot be priced with tiers of another model', () => {
    const tiers = tiersFrom(apiCalls, 'graduated')
    expect(() => priceUsage({ pricingModel: 'credit_pool', tiers }, ZERO)).toThrow('exactly two')
  })
})

test.each(['-1', '-0.0001'])('a negative quantity of %s is refused', (quantity) => {
  expect(() => amountOf(pricingFrom('graduated', apiCalls), quantity)).toThrow('negative')
})
