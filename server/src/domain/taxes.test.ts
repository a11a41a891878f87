import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorUnitDecimals, roundToMinorUnit } from './currency.ts'
import { Decimal, decimal, sum, ZERO } from './money.ts'
import { applyTaxes, type TaxRate } from './taxes.ts'

const rate = (percentage: string, isInclusive: boolean): TaxRate => ({
  taxRateId: 'rate',
  name: 'VAT',
  percentage: decimal(percentage),
  isInclusive,
})
const added = (percentage: string) => rate(percentage, false)
const contained = (percentage: string) => rate(percentage, true)

const taxed = (taxable: string, rates: TaxRate[], currency = 'USD') => {
  const { applied, taxTotal, addedTotal } = applyTaxes(decimal(taxable), rates, currency)
  const shown = applied.map(({ amount, taxableAmount }) =>
    [amount, taxableAmount].map((one) => one.toFixed()).join(' of '),
  )
  return [shown, taxTotal.toFixed(), addedTotal.toFixed()]
}

describe('in USD', () => {
  test.each<[string, TaxRate[], string[], string, string, string]>([
    ['100', [], [], '0', '0', 'no tax'],
    ['100', [added('19')], ['19 of 100'], '19', '19', 'on top'],
    ['119', [contained('19')], ['19 of 100'], '19', '0', 'contained'],
    ['100', [contained('19')], ['15.97 of 84.03'], '15.97', '0', 'contained, rounded'],
    ['0.50', [added('7')], ['0.04 of 0.5'], '0.04', '0.04', 'half a cent counts as one'],
    ['0.07', [added('7')], ['0 of 0.07'], '0', '0', 'less than half a cent'],
    ['100', [added('8.875')], ['8.88 of 100'], '8.88', '8.88', 'a rate with decimals'],
    ['100', [added('5'), added('9.975')], ['5 of 100', '9.98 of 100'], '14.98', '14.98', 'two'],
    ['100', [added('0')], ['0 of 100'], '0', '0', 'zero-rated is shown'],
    ['100', [contained('0')], ['0 of 100'], '0', '0', 'zero-rated, contained'],
    ['0', [added('19')], ['0 of 0'], '0', '0', 'nothing to tax'],
    ['130', [contained('10'), contained('20')], ['10 of 100', '20 of 100'], '30', '0', 'both in'],
    ['110', [contained('10'), added('5')], ['10 of 100', '5 of 100'], '15', '5', 'in and on top'],
    ['110', [added('5'), contained('10')], ['5 of 100', '10 of 100'], '15', '5', 'in any order'],
    ['-100', [added('19')], ['-19 of -100'], '-19', '-19', 'a credit gives tax back'],
    ['-100', [contained('19')], ['-15.97 of -84.03'], '-15.97', '0', 'a credit, contained'],
    ['200', [contained('100')], ['100 of 100'], '100', '0', 'as much tax as price'],
  ])('%s with %j gives %j, in all %s, added %s: %s', (taxable, rates, shown, total, onTop) => {
    expect(taxed(taxable, rates)).toEqual([shown, total, onTop])
  })
})

test.each([
  ['JPY', '1005', added('10'), '101 of 1005'],
  ['JPY', '1100', contained('10'), '100 of 1000'],
  ['KWD', '0.010', added('5'), '0.001 of 0.01'],
  ['KWD', '1.05', contained('5'), '0.05 of 1'],
])('%s is rounded to its own minor unit: %s with %j is %s', (currency, taxable, one, shown) => {
  expect(taxed(taxable, [one], currency)[0]).toEqual([shown])
})

const anyCurrency = fc.constantFrom('JPY', 'USD', 'KWD')
const inMinorUnits = (units: bigint, currency: string): Decimal =>
  Decimal.of(units, minorUnitDecimals(currency))
/** Rates up to 25 % with four decimals; four of them add up to at most the net. */
const anyRate = fc
  .tuple(fc.bigInt({ min: 0n, max: 250_000n }), fc.boolean())
  .map(([digits, isInclusive]) =>
    rate(decimal(String(digits)).div(decimal('10000')).toFixed(), isInclusive),
  )
const anyRates = fc.array(anyRate, { maxLength: 4 })
const anyUnits = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
const isRounded = (amount: Decimal, currency: string) =>
  roundToMinorUnit(amount, currency).eq(amount)

test('net and contained taxes add up exactly, and totals are sums of the shown amounts', () => {
  fc.assert(
    fc.property(anyUnits, anyCurrency, anyRates, (units, currency, rates) => {
      const taxable = inMinorUnits(units, currency)
      const { applied, taxTotal, addedTotal } = applyTaxes(taxable, rates, currency)
      const contains = applied.filter(({ isInclusive }) => isInclusive)
      const inside = sum(contains.map(({ amount }) => amount))
      for (const { taxableAmount, amount } of applied) {
        expect(taxableAmount.plus(inside).eq(taxable)).toBe(true)
        expect(isRounded(taxableAmount, currency) && isRounded(amount, currency)).toBe(true)
        expect(units >= 0n ? amount.gte(ZERO) : amount.lte(ZERO)).toBe(true)
        expect(units >= 0n ? taxableAmount.gte(ZERO) : taxableAmount.lte(ZERO)).toBe(true)
      }
      expect(taxTotal.eq(sum(applied.map(({ amount }) => amount)))).toBe(true)
      expect(addedTotal.plus(inside).eq(taxTotal)).toBe(true)
    }),
  )
})

test('each tax can be recomputed from the shown amounts, in whole numbers', () => {
  const whole = (value: Decimal, factor: string) =>
    BigInt(value.times(decimal(factor)).round(0).toFixed())
  const roundedQuotient = (numerator: bigint, denominator: bigint) => {
    const magnitude = numerator < 0n ? -numerator : numerator
    const rounded = (2n * magnitude + denominator) / (2n * denominator)
    return numerator < 0n ? -rounded : rounded
  }
  fc.assert(
    fc.property(anyUnits, anyCurrency, anyRates, (units, currency, rates) => {
      const minorUnits = String(10 ** minorUnitDecimals(currency))
      const { applied } = applyTaxes(inMinorUnits(units, currency), rates, currency)
      const contains = applied.filter(({ isInclusive }) => isInclusive)
      const inside = sum(contains.map(({ amount }) => amount))
      const percentages = sum(contains.map(({ percentage }) => percentage))
      for (const { isInclusive, percentage, taxableAmount, amount } of applied) {
        const base = whole(isInclusive ? taxableAmount.plus(inside) : taxableAmount, minorUnits)
        const divisor = 1_000_000n + (isInclusive ? whole(percentages, '10000') : 0n)
        const expected = roundedQuotient(base * whole(percentage, '10000'), divisor)
        expect(whole(amount, minorUnits)).toBe(expected)
      }
    }),
  )
})

test('a credit gives the same taxes with the other sign', () => {
  fc.assert(
    fc.property(anyUnits, anyCurrency, anyRates, (units, currency, rates) => {
      const invoice = applyTaxes(inMinorUnits(units, currency), rates, currency)
      const credit = applyTaxes(inMinorUnits(-units, currency), rates, currency)
      expect(credit.taxTotal.eq(invoice.taxTotal.neg())).toBe(true)
      expect(credit.addedTotal.eq(invoice.addedTotal.neg())).toBe(true)
    }),
  )
})
