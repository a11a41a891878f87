import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToMinorUnit } from '../../../domain/currency.ts'
import { decimal, sum } from '../../../domain/money.ts'
import { roundedAmount } from '../../../domain/prices/charges.ts'

test('the lines of a period, cut anywhere, add up to the period as one line would bill it', () => {
  const currency = fc.constantFrom('USD', 'JPY', 'KWD')
  const amount = fc
    .bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
    .map((digits) => decimal(String(digits)).times(decimal('0.0000001')))
  fc.assert(
    fc.property(currency, fc.array(amount, { minLength: 1, maxLength: 8 }), (unit, amounts) => {
      const lines = amounts.map((each, part) =>
        roundedAmount({ amountBefore: sum(amounts.slice(0, part)), amount: each }, unit),
      )
      expect(sum(lines).toFixed()).toBe(roundToMinorUnit(sum(amounts), unit).toFixed())
    }),
  )
})
