import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  Decimal,
  decimal,
  decimalFromInteger,
  decimalFromJsonNumber,
  parseDecimal,
  sum,
  toExactText,
  ZERO,
} from './money.ts'

/** Amounts of up to 15 whole digits and 10 decimals, including negative ones. */
const anyAmount = fc
  .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: 0, max: 10 }))
  .map(([digits, decimals]) => Decimal.of(digits, decimals))

describe('parseDecimal', () => {
  test.each([
    ['0', '0'],
    ['12', '12'],
    ['007', '7'],
    ['-12.50', '-12.5'],
    ['0.1', '0.1'],
    ['0.000000000000000000000000000001', '0.000000000000000000000000000001'],
    ['999999999999999999999999999999', '999999999999999999999999999999'],
  ])('reads %s exactly', (text, expected) => {
    expect(parseDecimal(text)?.toFixed()).toBe(expected)
  })

  test.each([
    ['nothing', ''],
    ['a sign alone', '-'],
    ['two signs', '--1'],
    ['a plus sign', '+1'],
    ['a leading point', '.5'],
    ['a trailing point', '1.'],
    ['two points', '1.2.3'],
    ['spaces', ' 1 '],
    ['a line break', '1\n'],
    ['grouped digits', '1,000'],
    ['an exponent', '1e5'],
    ['hexadecimal', '0x10'],
    ['digits of another script', '٣'],
    ['a word', 'NaN'],
    ['infinity', 'Infinity'],
    ['31 whole digits', '1'.repeat(31)],
    ['31 decimals', `0.${'1'.repeat(31)}`],
  ])('refuses %s', (_, text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })

  test('reads exact text back unchanged', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(parseDecimal(toExactText(amount))?.eq(amount)).toBe(true)
      }),
    )
  })
})

describe('decimalFromJsonNumber', () => {
  test.each([
    [0.1, '0.1'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [-2.5, '-2.5'],
    [-0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('reads %s as its sender wrote it', (value, expected) => {
    expect(decimalFromJsonNumber(value)?.toFixed()).toBe(expected)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE, Number.MAX_VALUE, 1e30])(
    'refuses %s',
    (value) => {
      expect(decimalFromJsonNumber(value)).toBeUndefined()
    },
  )
})

describe('decimalFromInteger', () => {
  test.each([0, 1, -1, Number.MAX_SAFE_INTEGER])('takes %s', (value) => {
    expect(decimalFromInteger(value).toFixed()).toBe(String(value))
  })

  test.each([0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s', (value) => {
    expect(() => decimalFromInteger(value)).toThrow(RangeError)
  })
})

describe('sum', () => {
  test('is zero for an empty list', () => {
    expect(sum([]).eq(ZERO)).toBe(true)
  })

  test('adds ten dimes to one dollar, which floats do not', () => {
    expect(sum(Array(10).fill(decimal('0.1'))).toFixed()).toBe('1')
  })

  test('keeps the last digit next to a huge amount', () => {
    const total = sum([decimal('12345678901.1234567890'), decimal('0.0000000001')])
    expect(total.toFixed()).toBe('12345678901.1234567891')
  })

  test('does not depend on the order', () => {
    const shuffled = fc
      .array(anyAmount, { maxLength: 20 })
      .chain((amounts) =>
        fc.tuple(fc.constant(amounts), fc.shuffledSubarray(amounts, { minLength: amounts.length })),
      )
    fc.assert(
      fc.property(shuffled, ([amounts, reordered]) => {
        expect(sum(reordered).eq(sum(amounts))).toBe(true)
      }),
    )
  })

  test('subtracts exactly the added value', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (a, b) => {
        expect(a.plus(b).minus(b).eq(a)).toBe(true)
      }),
    )
  })
})

describe('toFixed', () => {
  test.each([
    ['0', 2, '0.00'],
    ['1.005', 2, '1.01'],
    ['1.00499999999999999999', 2, '1.00'],
    ['-1.005', 2, '-1.01'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['0.00000000005', 10, '0.0000000001'],
    ['999999999999999.995', 2, '1000000000000000.00'],
  ])('writes %s with %i decimals as %s', (value, places, expected) => {
    expect(decimal(value).toFixed(places)).toBe(expected)
  })

  test('is never further off than half of the last digit', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 10 }), (amount, places) => {
        const error = decimal(amount.toFixed(places)).minus(amount).abs()
        expect(error.times(decimal('2')).lte(Decimal.of(1n, places))).toBe(true)
      }),
    )
  })

  test('treats a credit like the charge it reverses', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 10 }), (amount, places) => {
        const charge = decimal(amount.toFixed(places))
        const credit = decimal(amount.neg().toFixed(places))
        expect(charge.plus(credit).eq(ZERO)).toBe(true)
      }),
    )
  })
})

describe('toExactText', () => {
  test.each([
    ['0', 0, '0'],
    ['0', 2, '0.00'],
    ['12', 2, '12.00'],
    ['12.5', 0, '12.5'],
    ['12.5', 2, '12.50'],
    ['12.505', 2, '12.505'],
    ['-0.0001', 2, '-0.0001'],
    ['1000000000000000', 0, '1000000000000000'],
  ])('writes %s with at least %i decimals as %s', (value, places, expected) => {
    expect(toExactText(decimal(value), places)).toBe(expected)
  })
})
