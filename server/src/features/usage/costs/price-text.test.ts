import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal } from '../../../domain/money.ts'
import { pricesFromText, pricesToText, type UsedPrice } from './price-text.ts'

const DIMENSIONS = ['input', 'output', 'cache_read', 'cache_write', 'quantity'] as const

/** Includes trailing zeros, as in values from PostgreSQL. */
const rate = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.nat({ max: 20 }))
  .map(([digits, places]) => {
    const text = String(digits).padStart(places + 1, '0')
    const cut = text.length - places
    return decimal(places === 0 ? text : `${text.slice(0, cut)}.${text.slice(cut)}`)
  })
const price = fc.record({
  priceId: fc.uuid(),
  rates: fc.array(fc.record({ dimension: fc.constantFrom(...DIMENSIONS), rate }), { maxLength: 4 }),
})

const plain = (prices: readonly UsedPrice[]) =>
  prices.map(({ priceId, rates }) => ({
    priceId,
    rates: rates.map((one) => [one.dimension, one.rate.toFixed()]),
  }))

test('prices survive the conversion to text and back exactly', () => {
  fc.assert(
    fc.property(fc.array(price, { maxLength: 5 }), (prices) => {
      expect(plain(pricesFromText(pricesToText(prices)))).toEqual(plain(prices))
    }),
  )
})

test('the price of one service takes a few dozen bytes', () => {
  const text = pricesToText([
    {
      priceId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
      rates: [
        { dimension: 'input', rate: decimal('0.0000025') },
        { dimension: 'output', rate: decimal('0.00001') },
      ],
    },
  ])
  expect(text).toBe('AZql4nw-fU6jxC8fbz-aEAi25e-7o1e-5')
})
