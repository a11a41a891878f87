import { describe, expect, test } from 'vitest'
import { namedPrice, type Price, priceInWords } from './price-in-words.ts'

const tiers = (...bands: [number | string | null, number | string][]) =>
  bands.map(([upper, rate]) => ({ upper, rate }))
const graduated = (...bands: [number | string | null, number | string][]): Price => ({
  chargeType: 'usage',
  pricingModel: 'graduated',
  tiers: tiers(...bands),
})
const volume = (...bands: [number | string | null, number | string][]): Price => ({
  ...graduated(...bands),
  pricingModel: 'volume',
})
const pool = (...bands: [number | string | null, number | string][]): Price => ({
  ...graduated(...bands),
  pricingModel: 'credit_pool',
})

describe('a price is one sentence', () => {
  test.each<[Price, string]>([
    [{ chargeType: 'usage', pricingModel: 'flat', rate: 0.9 }, '$0.90 each'],
    [{ chargeType: 'usage', pricingModel: 'flat', rate: '0.00' }, 'Free'],
    [{ chargeType: 'recurring', rate: 49 }, '$49.00 every period'],
    [
      { chargeType: 'recurring', rate: 49, billTiming: 'advance' },
      '$49.00 every period, in advance',
    ],
    [{ chargeType: 'recurring', rate: 0 }, 'Free'],
    [{ chargeType: 'seat_based', rate: '7.5' }, '$7.50 for each seat every period'],
    [{ chargeType: 'onetime', rate: 500 }, '$500.00 once, at the start'],
    [
      graduated([1000, 0], [10000, 0.9], [null, 0.7]),
      'First 1,000 free, then $0.90 each, above 10,000 $0.70 each',
    ],
    [graduated([1000, 1], [null, '0']), 'First 1,000 at $1.00 each, then free'],
    [graduated([null, '0.0000125']), '$0.0000125 each'],
    [
      volume([1000, 1], [10000, 0.9], [null, 0.7]),
      'All units at one rate, by the total: up to 1,000 $1.00 each, up to 10,000 $0.90 each, above that $0.70 each',
    ],
    [volume([null, 2]), '$2.00 each'],
    [
      { chargeType: 'usage', pricingModel: 'package', rate: 5, packageSize: 1000 },
      '$5.00 for every 1,000 begun',
    ],
    [
      {
        chargeType: 'usage',
        pricingModel: 'graduated',
        tiers: [
          { upper: 1000, rate: 0, flatFee: 20 },
          { upper: null, rate: 0.05, flatFee: '5.50' },
        ],
      },
      'First 1,000 for $20.00 flat, then $0.05 each plus $5.50',
    ],
    [pool([1000, 50], [null, 0.06]), '$50.00 for 1,000, then $0.06 each'],
    [pool([1000, 0], [null, 0.06]), '1,000 included, then $0.06 each'],
    [pool([1000, 50], [null, 0]), '$50.00 for 1,000, then free'],
  ])('%j', (price, words) => {
    expect(priceInWords(price, 'USD')).toBe(words)
  })
})

test('a rate has all its digits and at least the decimals of its currency', () => {
  const rate = (value: number | string, currency: string) =>
    priceInWords({ chargeType: 'usage', pricingModel: 'flat', rate: value }, currency)
  expect(rate(1.25e-12, 'USD')).toBe('$0.00000000000125 each')
  expect(rate('0.12345678901234', 'EUR')).toBe('€0.12345678901234 each')
  expect(rate(490, 'JPY')).toBe('¥490 each')
  expect(rate('0.5', 'JPY')).toBe('¥0.5 each')
})

test('a known period is called by its name', () => {
  expect(priceInWords({ chargeType: 'recurring', rate: 49 }, 'USD', 'month')).toBe(
    '$49.00 every month',
  )
})

test('with many tiers the sentence has the first ones and the last, and the number in between', () => {
  const many = graduated(
    ...Array.from({ length: 9 }, (_, n): [number, number] => [100 * (n + 1), 10 - n]),
    [null, 0.5],
  )
  expect(priceInWords(many, 'USD')).toBe(
    'First 100 at $10.00 each, then $9.00 each, above 200 $8.00 each, above 300 $7.00 each, ' +
      '5 more tiers, above 900 $0.50 each',
  )
})

test('the sentence continues after a name', () => {
  const price = { ...graduated([1000, 0], [null, 0.9]), name: 'Tickets' }
  expect(namedPrice(price, 'USD')).toBe('Tickets: first 1,000 free, then $0.90 each')
})
