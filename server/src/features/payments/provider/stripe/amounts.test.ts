import { expect, test } from 'vitest'
import { decimal } from '../../../../domain/money.ts'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'

test.each([
  ['USD', '12.34', 1234],
  ['USD', '0.01', 1],
  ['HUF', '10.45', 1045],
  ['JPY', '500', 500],
  ['MGA', '500', 500],
  ['ISK', '5', 500],
  ['UGX', '5', 500],
  ['KWD', '5.12', 5120],
  ['USD', '999999.99', 99999999],
])('%s %s is %i for Stripe', (currency, amount, units) => {
  expect(toStripeAmount(decimal(amount), currency)).toBe(units)
  expect(fromStripeAmount(units, currency).toFixed()).toBe(decimal(amount).toFixed())
})

test.each([
  ['KWD', '5.124'],
  ['JPY', '0.5'],
  ['MGA', '0.2'],
  ['UGX', '0.5'],
  ['USD', '0.001'],
  ['USD', '99999999999999999999'],
])(
  '%s %s cannot be paid through Stripe, and is never rounded to an amount that can',
  (currency, amount) => {
    expect(toStripeAmount(decimal(amount), currency)).toBeUndefined()
  },
)
