import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundToMinorUnit } from '../currency.ts'
import { decimal, sum } from '../money.ts'
import { prorate, prorateBetween } from './proration.ts'

test('the parts of a fee add up to it, wherever its period is cut', () => {
  const days = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), days, (cents, parts) => {
      const fee = decimal(String(cents)).div(decimal('100'))
      const daysFull = 31
      const daysBefore = (part: number) => parts.slice(0, part).reduce((all, one) => all + one, 0)
      const amounts = parts.map((daysCovered, part) => {
        const days = { daysBefore: daysBefore(part), daysCovered, daysFull }
        return prorateBetween(fee, days).amount
      })
      const whole = prorate(fee, { daysCovered: daysBefore(parts.length), daysFull })
      expect(sum(amounts).eq(whole)).toBe(true)
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
    // Compares with the same rounding in whole numbers, since the quotient is cut after 40
    // decimals.
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
