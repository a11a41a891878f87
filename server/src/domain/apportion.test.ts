import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf, apportion, unitsOf, weightsFrom } from './apportion.ts'
import { decimal } from './money.ts'

test.each([
  '0',
  '1',
  '-12.5',
  '0.0000000000000000000000000000000000000001',
  '-0.3',
  '12345678901234567890.25',
])('%s is the same amount in units', (text) => {
  expect(amountOf(unitsOf(decimal(text))).toFixed()).toBe(text)
})

test('weights are whole numbers in the same proportions', () => {
  expect(weightsFrom(['1', '0.25', '12.50', '0'])).toEqual([100n, 25n, 1250n, 0n])
  expect(weightsFrom(['3', '20'])).toEqual([3n, 20n])
  expect(weightsFrom([])).toEqual([])
})

describe('parts', () => {
  test.each<[bigint, bigint[], bigint[]]>([
    [10n, [1n, 3n], [3n, 7n]],
    [1n, [1n, 1n], [1n, 0n]],
    [-10n, [1n, 3n], [-3n, -7n]],
    [7n, [0n, 5n, 0n], [0n, 7n, 0n]],
    [7n, [0n, 0n], [0n, 7n]],
    [0n, [2n, 1n], [0n, 0n]],
    [5n, [], []],
  ])('of %s by %s are %s', (amount, weights, parts) => {
    expect(apportion(amount, weights)).toEqual(parts)
  })

  test('add up, are none without weight, and differ by less than one from their share', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 50n), max: 10n ** 50n }), weights, (amount, all) => {
        const parts = apportion(amount, all)
        const total = all.reduce((sum, weight) => sum + weight, 0n)
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
        if (total === 0n) return
        for (const [at, part] of parts.entries()) {
          const weight = all[at] ?? 0n
          if (weight === 0n) expect(part).toBe(0n)
          const difference = part * total - amount * weight
          expect(difference <= total && difference >= -total).toBe(true)
        }
      }),
    )
  })

  test('of a part of a whole never exceed the parts of the whole', () => {
    const counts = fc.array(fc.bigInt({ min: 0n, max: 50n }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(counts, fc.bigInt({ min: 0n, max: 100n }), (whole, share) => {
        const all = whole.reduce((sum, count) => sum + count, 0n)
        const parts = apportion((all * share) / 100n, whole)
        for (const [at, part] of parts.entries()) expect(part <= (whole[at] ?? 0n)).toBe(true)
      }),
    )
  })
})
