import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorUnitDecimals, roundToMinorUnit } from './currency.ts'
import { type Decimal, decimal, decimalFromInteger, sum, ZERO } from './money.ts'
import { prorate, prorateBetween, splitByLargestRemainder } from './proration.ts'

test('the parts of a fee add up to it, wherever its period is cut', () => {
  const days = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), days, (cents, parts) => {
      const fee = decimal(String(cents)).div(decimal('100'))
      const rounded = (amount: Decimal) => roundToMinorUnit(amount, 'USD')
      const daysFull = 31
      const daysBefore = (part: number) => parts.slice(0, part).reduce((all, one) => all + one, 0)
      const amounts = parts.map((daysCovered, part) =>
        prorateBetween(fee, { daysBefore: daysBefore(part), daysCovered, daysFull }, rounded),
      )
      const whole = prorate(fee, { daysCovered: daysBefore(parts.length), daysFull })
      expect(sum(amounts).eq(rounded(whole))).toBe(true)
    }),
  )
})

describe('prorate', () => {
  test.each([
    ['100', 31, 31, '100', 'a whole month'],
    ['100', 0, 31, '0', 'no day'],
    ['100', 1, 28, '3.57', 'a day of February'],
    ['100', 1, 29, '3.45', 'a day of a leap February'],
    ['31', 14, 31, '14', 'an even share'],
    ['0', 10, 30, '0', 'a free plan'],
    ['99.99', 15, 30, '50', 'half of an odd price, rounded away from zero'],
    ['-30', 10, 30, '-10', 'a credit'],
    ['1200', 59, 365, '193.97', 'part of a year'],
    ['1200', 60, 366, '196.72', 'part of a leap year'],
    ['0.01', 1, 31, '0', 'less than half a cent'],
    ['0.015', 1, 3, '0.01', 'half a cent'],
    ['0.014999999999999999999999999999', 1, 3, '0', 'a hair less than half a cent'],
  ])('USD %s for %i of %i days is %s: %s', (fee, daysCovered, daysFull, expected) => {
    const share = prorate(decimal(fee), { daysCovered, daysFull })
    expect(roundToMinorUnit(share, 'USD').toFixed()).toBe(expected)
  })

  test.each([
    [-1, 30],
    [0, 0],
    [1.5, 30],
  ])('refuses %d of %d days', (daysCovered, daysFull) => {
    expect(() => prorate(decimal('1'), { daysCovered, daysFull })).toThrow()
  })

  test('charges more than the fee for a period that was made longer', () => {
    const share = prorate(decimal('31'), { daysCovered: 45, daysFull: 31 })
    expect(share.toFixed()).toBe('45')
  })

  test('returns the fee of a whole period digit for digit', () => {
    const fee = decimal('0.123456789012345678901234567891')
    expect(prorate(fee, { daysCovered: 7, daysFull: 7 })).toBe(fee)
  })

  test('rounds like the true fraction, however long its digits', () => {
    // Beside the quotient cut after 40 decimals: the same rounding done in whole numbers.
    const feeInTrillionths = fc.bigInt({ min: 0n, max: 10n ** 22n })
    const days = fc.integer({ min: 1, max: 4000 }).chain((daysFull) =>
      fc.record({
        daysCovered: fc.integer({ min: 0, max: daysFull }),
        daysFull: fc.constant(daysFull),
      }),
    )
    fc.assert(
      fc.property(feeInTrillionths, days, (digits, { daysCovered, daysFull }) => {
        const fee = decimal(String(digits)).times(decimal('0.000000000001'))
        const cents = roundToMinorUnit(prorate(fee, { daysCovered, daysFull }), 'USD').times(
          decimal('100'),
        )
        const numerator = digits * BigInt(daysCovered)
        const denominator = BigInt(daysFull) * 10n ** 10n
        expect(cents.toFixed()).toBe(String((2n * numerator + denominator) / (2n * denominator)))
      }),
    )
  })
})

describe('splitByLargestRemainder', () => {
  test.each([
    ['USD', '100', ['1', '1', '1'], ['33.34', '33.33', '33.33'], 'the odd cent goes to the first'],
    ['USD', '0.01', ['1', '1', '1'], ['0.01', '0', '0'], 'one cent cannot be shared'],
    ['USD', '0.02', ['1', '2', '3'], ['0', '0.01', '0.01'], 'largest remainders first'],
    ['USD', '-100', ['1', '1', '1'], ['-33.34', '-33.33', '-33.33'], 'a refund mirrors the charge'],
    ['USD', '10', ['0', '5', '0'], ['0', '10', '0'], 'no weight, no part'],
    ['USD', '0', ['0', '0'], ['0', '0'], 'nothing needs no weights'],
    ['USD', '0', [], [], 'nothing over nobody'],
    ['USD', '7', ['0.1', '0.2', '0.4'], ['1', '2', '4'], 'fractional weights'],
    ['JPY', '100', ['1', '1', '1'], ['34', '33', '33'], 'no smaller coin than a yen'],
    ['KWD', '0.01', ['1', '1', '1'], ['0.004', '0.003', '0.003'], 'a dinar has 1000 fils'],
    [
      'USD',
      '0.05',
      ['1', '1', '1', '1', '1', '1'],
      ['0.01', '0.01', '0.01', '0.01', '0.01', '0'],
      'more parts than cents',
    ],
    [
      'USD',
      '1000000000000000.01',
      ['1', '1'],
      ['500000000000000.01', '500000000000000'],
      'a huge amount',
    ],
  ])('%s %s by %j is %j: %s', (currency, amount, weights, expected) => {
    const parts = splitByLargestRemainder(decimal(amount), weights.map(decimal), currency)
    expect(parts.map((part) => part.toFixed())).toEqual(expected)
  })

  test.each([
    ['an amount that was not rounded', '0.001', ['1']],
    ['a negative weight', '1', ['2', '-1']],
    ['an amount without any weight', '1', ['0', '0']],
    ['an amount without any part', '1', []],
  ])('refuses %s', (_, amount, weights) => {
    expect(() => splitByLargestRemainder(decimal(amount), weights.map(decimal), 'USD')).toThrow()
  })

  const currency = fc.constantFrom('USD', 'JPY', 'KWD')
  const minorUnits = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
  const weight = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((digits) => decimal(`${digits}`))
  const weights = fc
    .array(weight, { minLength: 1, maxLength: 12 })
    .filter((list) => sum(list).gt(ZERO))

  const amountOf = (units: bigint, code: string): Decimal =>
    decimal(String(units)).times(unitOf(code))
  const unitOf = (code: string): Decimal => decimal('10').pow(-minorUnitDecimals(code))

  test('gives parts in whole minor units that sum to the whole', () => {
    fc.assert(
      fc.property(currency, minorUnits, weights, (code, units, shares) => {
        const amount = amountOf(units, code)
        const parts = splitByLargestRemainder(amount, shares, code)
        expect(sum(parts).toFixed()).toBe(amount.toFixed())
        for (const part of parts) expect(roundToMinorUnit(part, code).eq(part)).toBe(true)
      }),
    )
  })

  test('keeps every part within one minor unit of its exact share', () => {
    fc.assert(
      fc.property(currency, minorUnits, weights, (code, units, shares) => {
        const amount = amountOf(units, code)
        const parts = splitByLargestRemainder(amount, shares, code)
        const total = sum(shares)
        for (const [position, part] of parts.entries()) {
          const exactTimesTotal = amount.times(shares[position] ?? ZERO)
          const error = part.times(total).minus(exactTimesTotal).abs()
          expect(error.lt(unitOf(code).times(total))).toBe(true)
        }
      }),
    )
  })

  test('gives the same parts in whatever order the shares come', () => {
    const shuffled = weights.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    const inOrder = (parts: Decimal[]) =>
      parts.toSorted((a, b) => a.cmp(b)).map((part) => part.toFixed())
    fc.assert(
      fc.property(currency, minorUnits, shuffled, (code, units, [shares, reordered]) => {
        const amount = amountOf(units, code)
        expect(inOrder(splitByLargestRemainder(amount, reordered, code))).toEqual(
          inOrder(splitByLargestRemainder(amount, shares, code)),
        )
      }),
    )
  })

  test('sums the days of a period to its fee', () => {
    fc.assert(
      fc.property(minorUnits, fc.integer({ min: 1, max: 400 }), (units, days) => {
        const fee = amountOf(units, 'USD')
        const perDay = splitByLargestRemainder(fee, Array(days).fill(decimalFromInteger(1)), 'USD')
        expect(sum(perDay).eq(fee)).toBe(true)
      }),
    )
  })
})
