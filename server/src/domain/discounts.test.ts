import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorUnitDecimals, roundToMinorUnit } from './currency.ts'
import {
  applyDiscounts,
  applyDiscountsByPeriod,
  type Discount,
  type PeriodSubtotal,
  type SuppliedDiscount,
} from './discounts.ts'
import { type Decimal, decimal, sum, ZERO } from './money.ts'

const discount = (fields: Partial<Discount>): Discount => ({
  discountId: 'discount',
  couponId: 'coupon',
  name: 'Welcome',
  percentOff: null,
  amountOff: null,
  currency: null,
  taken: null,
  ...fields,
})
const percent = (off: string) => discount({ percentOff: decimal(off) })
const fixed = (off: string, currency = 'USD') => discount({ amountOff: decimal(off), currency })

const taken = (subtotal: string, discounts: Discount[], currency = 'USD') => {
  const { applied, discountTotal } = applyDiscounts(decimal(subtotal), discounts, currency)
  return { amounts: applied.map(({ amount }) => amount.toFixed()), total: discountTotal.toFixed() }
}

describe('in USD', () => {
  test.each<[string, Discount[], string[], string]>([
    ['100', [], [], 'no discount'],
    ['100', [percent('10')], ['10'], 'a tenth'],
    ['100', [percent('100')], ['100'], 'everything'],
    ['9.99', [percent('33.3333')], ['3.33'], 'a third, rounded'],
    ['0.30', [percent('15')], ['0.05'], 'half a cent counts as one'],
    ['0.10', [percent('4.9')], [], 'less than half a cent takes nothing'],
    ['100', [fixed('30')], ['30'], 'a fixed amount'],
    ['20', [fixed('30')], ['20'], 'a fixed amount up to what there is'],
    ['100', [percent('10'), percent('10')], ['10', '9'], 'the second takes from what is left'],
    ['100', [fixed('30'), percent('10')], ['30', '7'], 'the order counts'],
    ['100', [percent('10'), fixed('30')], ['10', '30'], 'the order counts, the other way round'],
    ['100', [percent('100'), fixed('5'), percent('5')], ['100'], 'nothing left is not used up'],
    ['50', [fixed('10', 'EUR'), percent('10')], ['5'], 'another currency does not apply'],
    ['0', [percent('10'), fixed('5')], [], 'nothing to take from'],
    ['-25', [percent('10'), fixed('5')], [], 'a credit gets none'],
  ])('from %s, %j take %j: %s', (subtotal, discounts, amounts) => {
    const total = sum(amounts.map(decimal)).toFixed()
    expect(taken(subtotal, discounts)).toEqual({ amounts, total })
  })
})

test.each([
  ['JPY', '1000', percent('12.55'), '126'],
  ['JPY', '1000', fixed('300', 'JPY'), '300'],
  ['KWD', '1.005', percent('50'), '0.503'],
  ['KWD', '1.005', fixed('0.001', 'KWD'), '0.001'],
])('%s is rounded to its own minor unit: of %s, %j takes %s', (currency, subtotal, one, amount) => {
  expect(taken(subtotal, [one], currency).amounts).toEqual([amount])
})

test('what was applied says what it was', () => {
  const given = discount({ discountId: 'd1', couponId: 'c1', name: 'X', percentOff: decimal('5') })
  expect(applyDiscounts(decimal('40'), [given], 'USD').applied).toEqual([
    {
      discountId: 'd1',
      couponId: 'c1',
      name: 'X',
      percentOff: decimal('5'),
      amountOff: null,
      amount: decimal('2'),
    },
  ])
})

const CURRENCIES = ['JPY', 'USD', 'KWD'] as const
const anyCurrency = fc.constantFrom(...CURRENCIES)
const hundredths = (digits: bigint): Decimal => decimal(String(digits)).div(decimal('100'))
const anyDiscount = fc.oneof(
  fc.bigInt({ min: 1n, max: 10_000n }).map((off) => percent(hundredths(off).toFixed())),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), anyCurrency)
    .map(([units, currency]) => fixed(inMinorUnits(units, currency).toFixed(), currency)),
)
const inMinorUnits = (units: bigint, currency: string): Decimal =>
  decimal(String(units)).div(decimal('10').pow(minorUnitDecimals(currency)))
const anyUnits = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 15n })

test('discounts never take more than there is, and add up in whole minor units', () => {
  fc.assert(
    fc.property(anyUnits, anyCurrency, fc.array(anyDiscount), (units, currency, discounts) => {
      const subtotal = inMinorUnits(units, currency)
      const { applied, discountTotal } = applyDiscounts(subtotal, discounts, currency)
      expect(sum(applied.map(({ amount }) => amount)).eq(discountTotal)).toBe(true)
      for (const { amount } of applied) {
        expect(amount.gt(ZERO)).toBe(true)
        expect(roundToMinorUnit(amount, currency).eq(amount)).toBe(true)
      }
      if (subtotal.lte(ZERO)) expect(applied).toEqual([])
      else expect(discountTotal.lte(subtotal)).toBe(true)
    }),
  )
})

test('each amount can be computed again from what those before it left', () => {
  fc.assert(
    fc.property(anyUnits, anyCurrency, fc.array(anyDiscount), (units, currency, discounts) => {
      let left = inMinorUnits(units, currency)
      for (const { percentOff, amountOff, amount } of applyDiscounts(left, discounts, currency)
        .applied) {
        const full = percentOff
          ? roundToMinorUnit(left.times(percentOff).div(decimal('100')), currency)
          : (amountOff ?? ZERO)
        expect(amount.eq(full.gt(left) ? left : full)).toBe(true)
        left = left.minus(amount)
      }
    }),
  )
})

describe('a coupon counts periods', () => {
  const [MARCH, APRIL] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')]
  const supplied = (fields: Partial<SuppliedDiscount>): SuppliedDiscount => ({
    ...discount({}),
    periods: 1,
    takenIn: new Map(),
    ...fields,
  })
  const of = (periodStart: Date, subtotal: string) => ({
    period: periodStart.toISOString(),
    periodStart,
    subtotal: decimal(subtotal),
  })
  const takenInMarch = (amount: string) => new Map([[MARCH.toISOString(), decimal(amount)]])
  const amounts = (subtotals: PeriodSubtotal[], one: SuppliedDiscount) =>
    applyDiscountsByPeriod(subtotals, [one], 'USD').applied.map(({ amount, periodStart }) => [
      periodStart.getUTCMonth() + 1,
      amount.toFixed(),
    ])

  test('of one invoice and of several', () => {
    const ten = supplied({ percentOff: decimal('10') })
    expect(amounts([of(MARCH, '50'), of(APRIL, '70')], ten)).toEqual([[3, '5']])
    const used = supplied({ percentOff: decimal('10'), takenIn: takenInMarch('5') })
    expect(amounts([of(MARCH, '50'), of(APRIL, '70')], used)).toEqual([[3, '5']])
    expect(amounts([of(APRIL, '70')], used)).toEqual([])
  })

  test('and a percentage of a part that is a credit too, once the period has it', () => {
    const used = supplied({ percentOff: decimal('10'), takenIn: takenInMarch('10') })
    expect(amounts([of(MARCH, '-5')], used)).toEqual([[3, '-0.5']])
    expect(amounts([of(MARCH, '-5')], supplied({ percentOff: decimal('10') }))).toEqual([])
  })

  test('and of a fixed amount only what the period has left', () => {
    const fixedOff = { amountOff: decimal('30'), currency: 'USD' }
    const used = supplied({ ...fixedOff, takenIn: takenInMarch('20') })
    expect(amounts([of(MARCH, '50')], used)).toEqual([[3, '10']])
    expect(amounts([of(MARCH, '-5')], used)).toEqual([])
    expect(
      amounts([of(MARCH, '50')], supplied({ ...fixedOff, takenIn: takenInMarch('30') })),
    ).toEqual([])
  })
})
