import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCurrency, minorUnitDecimals, roundToMinorUnit } from './currency.ts'
import { decimal } from './money.ts'

const everydayCurrencies = Intl.supportedValuesOf('currency').filter(isCurrency)

describe('isCurrency', () => {
  test.each(['USD', 'EUR', 'GBP', 'JPY', 'KWD', 'XOF', 'XCG', 'SLE', 'ZWG'])('knows %s', (code) => {
    expect(isCurrency(code)).toBe(true)
  })

  test.each([
    ['lower case', 'usd'],
    ['a country', 'US'],
    ['a name', 'Dollar'],
    ['an empty text', ''],
    ['a property of every object', 'constructor'],
    ['gold', 'XAU'],
    ['no currency', 'XXX'],
    ['a test code', 'XTS'],
    ['a fund with four decimals', 'CLF'],
    ['a withdrawn currency', 'HRK'],
  ])('refuses %s', (_, code) => {
    expect(isCurrency(code)).toBe(false)
  })

  test('knows nearly all that Intl knows, which has some withdrawn ones', () => {
    expect(everydayCurrencies.length).toBeGreaterThanOrEqual(150)
  })
})

describe('minorUnitDecimals', () => {
  test.each([
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['ISK', 0],
    ['XAF', 0],
    ['KWD', 3],
    ['TND', 3],
  ])('%s has %i', (currency, decimals) => {
    expect(minorUnitDecimals(currency)).toBe(decimals)
  })

  test.each([
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['TWD', 2],
    ['IQD', 3],
  ])('%s has the %i of ISO 4217, not the everyday decimals of Intl', (currency, decimals) => {
    expect(minorUnitDecimals(currency)).toBe(decimals)
  })

  test('refuses to guess for an unknown code', () => {
    expect(() => minorUnitDecimals('ABC')).toThrow('ABC is not an ISO 4217 currency code')
  })
})

describe('roundToMinorUnit', () => {
  test.each([
    ['USD', '0', '0'],
    ['USD', '0.004999999999999999', '0'],
    ['USD', '0.005', '0.01'],
    ['USD', '1.005', '1.01'],
    ['USD', '-0.005', '-0.01'],
    ['USD', '-0.004', '0'],
    ['USD', '2.675', '2.68'],
    ['JPY', '0.5', '1'],
    ['JPY', '1.5', '2'],
    ['JPY', '2.5', '3'],
    ['JPY', '-2.5', '-3'],
    ['KWD', '0.0005', '0.001'],
    ['KWD', '1.0004', '1'],
    ['USD', '1000000000000000.125', '1000000000000000.13'],
  ])('%s %s is %s', (currency, amount, expected) => {
    expect(roundToMinorUnit(decimal(amount), currency).toFixed()).toBe(expected)
  })

  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everydayCurrencies),
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        (currency, digits) => {
          const once = roundToMinorUnit(decimal(String(digits)).div(decimal('100000')), currency)
          expect(roundToMinorUnit(once, currency).eq(once)).toBe(true)
        },
      ),
    )
  })
})
