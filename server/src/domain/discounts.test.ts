import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorUnitDecimals, roundToMinorUnit } from './currency.ts'
import {
  type AppliedDiscount,
  applyDiscounts,
  applyDiscountsByPeriod,
  type Discount,
  type DiscountedPeriod,
  mergeDiscounts,
  type SuppliedDiscount,
} from './discounts.ts'
import { Decimal, decimal, sum, ZERO } from './money.ts'

const discount = (fields: Partial<Discount>): Discount => ({
  discountId: 'discount',
  couponId: 'coupon',
  name: 'Welcome',
  percentOff: null,
  amountOff: null,
  currency: null,
  ...fields,
})
const percent = (off: string) => discount({ percentOff: decimal(off) })
const fixed = (off: string, currency = 'USD') => discount({ amountOff: decimal(off), currency })

const nonzero = (applied: readonly AppliedDiscount[]) =>
  applied.filter(({ amount }) => !amount.eq(ZERO))

const taken = (subtotal: string, discounts: Discount[], currency = 'USD') => {
  const applied = nonzero(applyDiscounts(decimal(subtotal), discounts, currency))
  return applied.map(({ amount }) => amount.toFixed())
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
    expect(taken(subtotal, discounts)).toEqual(amounts)
  })
})

test.each([
  ['JPY', '1000', percent('12.55'), '126'],
  ['JPY', '1000', fixed('300', 'JPY'), '300'],
  ['KWD', '1.005', percent('50'), '0.503'],
  ['KWD', '1.005', fixed('0.001', 'KWD'), '0.001'],
])('%s is rounded to its own minor unit: of %s, %j takes %s', (currency, subtotal, one, amount) => {
  expect(taken(subtotal, [one], currency)).toEqual([amount])
})

test('an applied discount keeps its terms', () => {
  const given = discount({ discountId: 'd1', couponId: 'c1', name: 'X', percentOff: decimal('5') })
  expect(applyDiscounts(decimal('40'), [given], 'USD')).toEqual([
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
  Decimal.of(units, minorUnitDecimals(currency))
const anyUnits = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 15n })

test('discounts never take more than there is, and add up in whole minor units', () => {
  fc.assert(
    fc.property(anyUnits, anyCurrency, fc.array(anyDiscount), (units, currency, discounts) => {
      const subtotal = inMinorUnits(units, currency)
      const applied = nonzero(applyDiscounts(subtotal, discounts, currency))
      for (const { amount } of applied) {
        expect(amount.gt(ZERO)).toBe(true)
        expect(roundToMinorUnit(amount, currency).eq(amount)).toBe(true)
      }
      if (subtotal.lte(ZERO)) expect(applied).toEqual([])
      else expect(sum(applied.map(({ amount }) => amount)).lte(subtotal)).toBe(true)
    }),
  )
})

test('each amount can be recomputed from the rest that earlier discounts left', () => {
  fc.assert(
    fc.property(anyUnits, anyCurrency, fc.array(anyDiscount), (units, currency, discounts) => {
      let left = inMinorUnits(units, currency)
      const applied = nonzero(applyDiscounts(left, discounts, currency))
      for (const { percentOff, amountOff, amount } of applied) {
        const full = percentOff
          ? roundToMinorUnit(left.times(percentOff).div(decimal('100')), currency)
          : (amountOff ?? ZERO)
        expect(amount.eq(full.gt(left) ? left : full)).toBe(true)
        left = left.minus(amount)
      }
    }),
  )
})

describe('the discounts of a period', () => {
  const [MARCH, APRIL] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')]
  const supplied = (fields: Partial<SuppliedDiscount>): SuppliedDiscount => ({
    ...discount({}),
    periods: 1,
    usedIn: new Set(),
    ...fields,
  })
  const keyOf = (periodStart: Date) => periodStart.toISOString()
  const of = (
    periodStart: Date,
    subtotal: string,
    invoiced?: { subtotal: string; took: string; discounts?: SuppliedDiscount[] | null },
  ): DiscountedPeriod => ({
    period: keyOf(periodStart),
    periodStart,
    subtotal: decimal(subtotal),
    invoiced: invoiced && {
      subtotal: decimal(invoiced.subtotal),
      discounts: invoiced.discounts ?? null,
      taken: [{ ...discount({}), amount: decimal(invoiced.took) }],
    },
  })
  const amounts = (periods: DiscountedPeriod[], live: SuppliedDiscount[]) =>
    nonzero(applyDiscountsByPeriod(periods, live, 'USD').applied).map((one) => one.amount.toFixed())
  const usedInMarch = new Set([keyOf(MARCH)])
  const ten = supplied({ percentOff: decimal('10'), usedIn: usedInMarch })
  const all = supplied({ percentOff: decimal('100'), usedIn: usedInMarch })
  const thirty = supplied({ amountOff: decimal('30'), currency: 'USD', usedIn: usedInMarch })

  test.each<[string, string, SuppliedDiscount, string, string, string[]]>([
    ['a later part takes its share', '50', ten, '50', '5', ['5']],
    ['a correction below zero takes back its share', '-85', ten, '100', '10', ['-8.5']],
    ['a customer that paid nothing is given nothing', '-85', all, '100', '100', ['-85']],
    ['a fixed amount is used up across parts', '50', thirty, '20', '20', ['10']],
    ['a fixed amount that is used up takes nothing', '50', thirty, '100', '30', []],
    ['a fixed amount is taken back down to the total', '-85', thirty, '100', '30', ['-15']],
    ['a period that comes to nothing has no discount', '-100', thirty, '100', '30', ['-30']],
    ['a period below zero has no discount', '-150', ten, '100', '10', ['-10']],
  ])('%s', (_, own, coupon, subtotal, took, expected) => {
    const march = of(MARCH, own, { subtotal, took, discounts: [coupon] })
    expect(amounts([march], [])).toEqual(expected)
  })

  test('count a coupon once for all parts of a period', () => {
    const once = supplied({ percentOff: decimal('10') })
    expect(amounts([of(MARCH, '50'), of(APRIL, '70')], [once])).toEqual(['5'])
    expect(amounts([of(APRIL, '70')], [ten])).toEqual([])
  })

  test('exclude discounts granted after its first invoice', () => {
    const later = supplied({ discountId: 'later', percentOff: decimal('50'), periods: null })
    const march = of(MARCH, '50', { subtotal: '50', took: '5', discounts: [ten] })
    expect(amounts([march], [later])).toEqual(['5'])
  })

  test('still apply while their amount is zero, unless they were used up since then', () => {
    const once = (usedIn: Set<string>) => supplied({ percentOff: decimal('10'), usedIn })
    const march = (coupon: SuppliedDiscount) =>
      of(MARCH, '50', { subtotal: '0', took: '0', discounts: [coupon] })
    expect(amounts([march(once(new Set()))], [])).toEqual(['5'])
    expect(amounts([march(once(new Set([keyOf(APRIL)])))], [])).toEqual([])
  })

  test('take back the amount of an invoice whose period was billed again with other discounts', () => {
    const other = supplied({ discountId: 'other', percentOff: decimal('50') })
    const march = of(MARCH, '40', { subtotal: '10', took: '10', discounts: null })
    expect(amounts([march], [other])).toEqual(['25', '-10'])
  })

  test('of all invoices add up to the discounts of the sum, in whatever parts it is billed', () => {
    const coupon = fc.oneof(
      fc.bigInt({ min: 1n, max: 10_000n }).map((off) => ({ percentOff: hundredths(off) })),
      fc
        .bigInt({ min: 1n, max: 10n ** 6n })
        .map((off) => ({ amountOff: hundredths(off), currency: 'USD' })),
    )
    const part = fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }).map(hundredths)
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.array(coupon, { maxLength: 4 }),
        (parts, terms) => {
          const coupons = terms.map((one, n) => supplied({ ...one, discountId: `${n}` }))
          const taken = new Map<string, AppliedDiscount>()
          let before = ZERO
          for (const [n, subtotal] of parts.entries()) {
            const usedIn = new Set(nonzero([...taken.values()]).length > 0 ? [keyOf(MARCH)] : [])
            const known = coupons.map((one) => ({ ...one, usedIn }))
            const period = { period: keyOf(MARCH), periodStart: MARCH, subtotal }
            const invoiced = { subtotal: before, discounts: known, taken: [...taken.values()] }
            const { applied, discountTotal } = applyDiscountsByPeriod(
              [{ ...period, invoiced: n === 0 ? undefined : invoiced }],
              known,
              'USD',
            )
            expect(sum(applied.map(({ amount }) => amount)).eq(discountTotal)).toBe(true)
            for (const one of applied) {
              const amount = (taken.get(one.discountId)?.amount ?? ZERO).plus(one.amount)
              taken.set(one.discountId, { ...one, amount })
            }
            before = before.plus(subtotal)
            const atOnce = applyDiscounts(before, coupons, 'USD')
            expect([...taken.values()].map(({ amount }) => amount.toFixed())).toEqual(
              atOnce.map(({ amount }) => amount.toFixed()),
            )
          }
        },
      ),
    )
  })
})

test('an invoice shows each discount once, and none of zero', () => {
  const took = (discountId: string, amount: string) => ({
    ...discount({ discountId }),
    amount: decimal(amount),
  })
  const rows = [took('a', '5'), took('b', '0'), took('a', '-2'), took('c', '1'), took('c', '-1')]
  expect(
    mergeDiscounts(rows).map(({ discountId, amount }) => [discountId, amount.toFixed()]),
  ).toEqual([['a', '3']])
})
