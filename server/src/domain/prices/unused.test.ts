import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundToMinorUnit } from '../currency.ts'
import { decimal, decimalFromInteger, ZERO } from '../money.ts'
import { pricingFrom } from '../test-support.ts'
import { startOfDay } from '../time/period.ts'
import { roundedAmount } from './charges.ts'
import { poolOfPeriod } from './pool-of-period.ts'
import { priceUsage } from './pricing.ts'
import { prorateBetween } from './proration.ts'
import { unusedFee, unusedPool } from './unused.ts'

const at = (date: string, timeZone = 'UTC') => startOfDay(Temporal.PlainDate.from(date), timeZone)

/** The line of a whole month of 31 days. */
const MARCH = {
  start: at('2026-03-01'),
  end: at('2026-04-01'),
  days: { daysBefore: 0, daysCovered: 31, daysFull: 31, seatDaysBefore: null },
}

describe('a billed fee gives back the days that are left', () => {
  test.each([
    ['2026-03-01', '49'],
    ['2026-03-02', '47.42'],
    ['2026-03-16', '25.29'],
    ['2026-03-31', '1.58'],
    ['2026-04-01', '0'],
    ['2026-06-01', '0'],
  ])('of 49.00 for March, from %s: %s', (date, amount) => {
    const line = { ...MARCH, rate: decimal('49'), count: 1, amount: decimal('49') }
    const change = { at: at(date), timeZone: 'UTC', currency: 'USD' }
    expect(unusedFee(line, change).toFixed()).toBe(amount)
  })

  test('seats that were added in the month count from their own days', () => {
    const line = {
      start: at('2026-03-15'),
      end: at('2026-04-01'),
      rate: decimal('12'),
      count: 8,
      amount: decimal('52.65'),
      days: { daysBefore: 14, daysCovered: 17, daysFull: 31, seatDaysBefore: 56 },
    }
    const change = { at: at('2026-03-20'), timeZone: 'UTC', currency: 'USD' }
    // 12 × (56 + 8 × 5) ÷ 31 = 37.16, less 21.68 before: 15.48 of the line stay billed.
    expect(unusedFee(line, change).toFixed()).toBe('37.17')
  })

  test('what stays billed is what a line up to the change bills, in any zone', () => {
    const line = fc.record({
      timeZone: fc.constantFrom('UTC', 'America/New_York', 'Pacific/Chatham'),
      rate: fc.integer({ min: 1, max: 100_000 }).map((cents) => decimal((cents / 100).toFixed(2))),
      count: fc.integer({ min: 0, max: 30 }),
      daysBefore: fc.integer({ min: 0, max: 10 }),
      kept: fc.integer({ min: 1, max: 20 }),
      left: fc.integer({ min: 0, max: 20 }),
      daysFull: fc.integer({ min: 28, max: 31 }),
    })
    fc.assert(
      fc.property(line, ({ timeZone, rate, count, daysBefore, kept, left, daysFull }) => {
        const first = Temporal.PlainDate.from('2026-03-01')
        const startOf = (days: number) => startOfDay(first.add({ days }), timeZone)
        const amountOf = (daysCovered: number) =>
          roundedAmount(
            prorateBetween(rate, {
              daysBefore: count * daysBefore,
              daysCovered: count * daysCovered,
              daysFull,
            }),
            'USD',
          )
        const billed = {
          ...{ start: startOf(0), end: startOf(kept + left), rate, count },
          amount: amountOf(kept + left),
          days: { daysBefore, daysCovered: kept + left, daysFull, seatDaysBefore: null },
        }
        const back = unusedFee(billed, { at: startOf(kept), timeZone, currency: 'USD' })
        expect(billed.amount.minus(back).toFixed()).toBe(amountOf(kept).toFixed())
      }),
    )
  })
})

describe('a billed pool gives back the smaller of days and units', () => {
  const pool = { fee: decimal('99'), size: decimal('1000'), days: 31 }
  test.each([
    ['half of the days, nothing used', '0', 16, '51.1'],
    ['half of the days, half used', '500', 16, '49.5'],
    ['all days, a tenth used', '100', 31, '89.1'],
    ['one day, nothing used', '0', 1, '3.19'],
    ['all used', '1000', 16, '0'],
    ['more than all used', '1240', 16, '0'],
    ['no day left', '0', 0, '0'],
  ])('%s', (_, used, daysLeft, amount) => {
    const back = unusedPool({ ...pool, used: decimal(used), daysLeft }, 'USD')
    expect(back.toFixed()).toBe(amount)
  })
})

describe('a pool that a change of plan cuts', () => {
  const pricing = pricingFrom('credit_pool', [
    ['1000', '99'],
    [null, '0.15'],
  ])
  const cut = (daysCovered: number, days = 31) =>
    poolOfPeriod(pricing, { daysCovered, deal: { start: at('2026-03-01'), days } }, 'USD')
  const shown = (price: typeof pricing) =>
    price.pricingModel === 'credit_pool'
      ? price.tiers.map(({ upper, rate }) => `${upper?.toFixed() ?? 'up'} ${rate.toFixed()}`)
      : []

  test.each([
    [15, ['484 47.9', 'up 0.15']],
    [16, ['517 51.1', 'up 0.15']],
    [1, ['33 3.19', 'up 0.15']],
    [31, ['1000 99', 'up 0.15']],
  ])('has fee and size of %i of 31 days', (days, tiers) => {
    expect(shown(cut(days))).toEqual(tiers)
  })

  test('other prices have no days', () => {
    const graduated = pricingFrom('graduated', [[null, '0.15']])
    const period = { daysCovered: 15, deal: { start: at('2026-03-01'), days: 31 } }
    expect(poolOfPeriod(graduated, period, 'USD')).toBe(graduated)
  })

  test('has at least one unit, at most the whole pool, and both sides have its fee', () => {
    const days = fc.record({
      days: fc.integer({ min: 2, max: 366 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      size: fc.integer({ min: 1, max: 5_000 }),
      cents: fc.integer({ min: 0, max: 1_000_000 }),
    })
    fc.assert(
      fc.property(days, ({ days, share, size, cents }) => {
        const before = Math.min(days - 1, 1 + Math.floor(share * (days - 1)))
        const whole = pricingFrom('credit_pool', [
          [String(size), (cents / 100).toFixed(2)],
          [null, '1'],
        ])
        const side = (daysCovered: number) => {
          const period = { daysCovered, deal: { start: at('2026-03-01'), days } }
          const price = poolOfPeriod(whole, period, 'USD')
          const units = price.pricingModel === 'credit_pool' ? price.tiers[0]?.upper : null
          return { units: Number(units?.toFixed()), fee: priceUsage(price, ZERO).fixedFee }
        }
        const sides = [side(before), side(days - before)] as const
        for (const [n, { units, fee }] of sides.entries()) {
          const own = n === 0 ? before : days - before
          expect(units).toBe(Math.ceil((size * own) / days))
          const exact = decimal((cents / 100).toFixed(2))
            .times(decimalFromInteger(own))
            .div(decimalFromInteger(days))
          expect(fee.toFixed()).toBe(roundToMinorUnit(exact, 'USD').toFixed())
        }
      }),
    )
  })
})
