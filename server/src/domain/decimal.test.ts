import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal, decimal, ZERO } from './money.ts'

/** The reference: another implementation of decimals, with quotients of 40 decimals. */
const Reference = Big()
Reference.strict = true
Reference.DP = 40
Reference.RM = Big.roundHalfUp
const reference = (value: Decimal) => new Reference(value.toFixed())

/** Amounts of any sign with up to 30 digits and 20 decimals; many end in zeros, and many are small or zero. */
const anyDecimal = fc
  .tuple(
    fc.oneof(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.bigInt({ min: -20n, max: 20n }),
    ),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 20 }),
  )
  .map(([digits, zeros, decimals]) => Decimal.of(digits * 10n ** BigInt(zeros), decimals))

describe('equals the reference', () => {
  test.each([
    ['plus', (a: Decimal, b: Decimal) => a.plus(b), (a: Big, b: Big) => a.plus(b)],
    ['minus', (a: Decimal, b: Decimal) => a.minus(b), (a: Big, b: Big) => a.minus(b)],
    ['times', (a: Decimal, b: Decimal) => a.times(b), (a: Big, b: Big) => a.times(b)],
  ])('%s', (_, own, other) => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(own(a, b).toFixed()).toBe(other(reference(a), reference(b)).toFixed())
      }),
      { numRuns: 1_000 },
    )
  })

  test('div and mod', () => {
    const divisors = anyDecimal.filter((one) => !one.eq(ZERO))
    fc.assert(
      fc.property(anyDecimal, divisors, (a, b) => {
        expect(a.div(b).toFixed()).toBe(reference(a).div(reference(b)).toFixed())
        expect(a.mod(b).toFixed()).toBe(reference(a).mod(reference(b)).toFixed())
      }),
      { numRuns: 300 },
    )
  })

  test('cmp, eq, lt, lte, gt and gte', () => {
    const twins = fc.oneof(
      fc.tuple(anyDecimal, anyDecimal),
      anyDecimal.map((one) => [one, Decimal.of(one.digits * 100n, one.decimals + 2)] as const),
    )
    fc.assert(
      fc.property(twins, ([a, b]) => {
        const [x, y] = [reference(a), reference(b)]
        expect([a.cmp(b), a.eq(b), a.lt(b), a.lte(b), a.gt(b), a.gte(b)]).toEqual([
          x.cmp(y),
          x.eq(y),
          x.lt(y),
          x.lte(y),
          x.gt(y),
          x.gte(y),
        ])
      }),
      { numRuns: 1_000 },
    )
  })

  test('round and toFixed, but for the sign of zero', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 0, max: 25 }), (a, places) => {
        const rounded = reference(a).round(places)
        expect(a.round(places).toFixed()).toBe(rounded.toFixed())
        expect(a.toFixed(places)).toBe(rounded.toFixed(places).replace(/^-(?=[0.]*$)/, ''))
      }),
      { numRuns: 1_000 },
    )
  })
})

test('equal values have equal fields, however they were computed', () => {
  fc.assert(
    fc.property(anyDecimal, anyDecimal, (a, b) => {
      for (const one of [a.plus(b), a.times(b), a.minus(b), a.round(3), a.neg().abs()]) {
        const { digits, decimals } = decimal(one.toFixed())
        expect({ digits: one.digits, decimals: one.decimals }).toEqual({ digits, decimals })
      }
    }),
  )
})

test.each([
  ['1', '3', `0.${'3'.repeat(40)}`],
  ['-2', '3', `-0.${'6'.repeat(39)}7`],
  ['0', '-7', '0'],
  ['1', `2${'0'.repeat(40)}`, `0.${'0'.repeat(39)}1`],
  ['-1', `2${'0'.repeat(40)}`, `-0.${'0'.repeat(39)}1`],
  ['-6', '-4', '1.5'],
])('%s divided by %s is %s', (above, below, quotient) => {
  expect(decimal(above).div(decimal(below)).toFixed()).toBe(quotient)
})

test('refuses to divide by zero', () => {
  expect(() => decimal('1').div(ZERO)).toThrow(RangeError)
  expect(() => decimal('1').mod(ZERO)).toThrow(RangeError)
})

test.each([
  ['-0', '0'],
  ['-0.000', '0'],
  ['1.500', '1.5'],
  ['100', '100'],
  [`-0.${'0'.repeat(69)}1`, `-0.${'0'.repeat(69)}1`],
  [`7.${'0'.repeat(70)}`, '7'],
])('writes %s as %s', (text, written) => {
  expect(decimal(text).toFixed()).toBe(written)
  expect(`${decimal(text)}`).toBe(written)
})

test('refuses to round to tens', () => {
  expect(() => decimal('1234').round(-2)).toThrow(RangeError)
})

test('has no negative zero', () => {
  expect(decimal('-0.001').toFixed(2)).toBe('0.00')
  expect(ZERO.neg()).toEqual(ZERO)
})

test('accepts no float and no text', () => {
  for (const operand of [0, 0.1, '0', '0.1', null]) {
    for (const name of ['plus', 'minus', 'times', 'div', 'mod', 'cmp', 'eq'] as const) {
      for (const own of [decimal('1.5'), ZERO]) {
        expect(() => Reflect.apply(own[name], own, [operand])).toThrow()
      }
    }
  }
})

test('does not become a float unnoticed', () => {
  expect(() => Number(decimal('0.1'))).toThrow(TypeError)
  expect(() => Reflect.apply(Math.max, Math, [decimal('0.1')])).toThrow(TypeError)
})

test('is text in JSON, with plain digits', () => {
  const values = { tiny: decimal('0.00000001'), huge: decimal(`1${'0'.repeat(25)}`) }
  expect(JSON.stringify(values)).toBe('{"tiny":"0.00000001","huge":"10000000000000000000000000"}')
})
