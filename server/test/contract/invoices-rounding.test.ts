import { describe, expect, test } from 'vitest'
import { FEE, flatPrice, givenDeal, tiered } from '../support/deal.ts'
import { exact, rounded, sum } from '../support/exact.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { amountsOf } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-20T12:00:00Z'), atEnd: expectRollupsToAddUp })

async function invoiceIn(currency: string, prices: Fields[], used: [string, number][] = []) {
  const { use, generate } = await givenDeal(t.api, { prices, plan: { currency } })
  for (const [signal, quantity] of used) await use(signal, quantity, '2026-03-05T00:00:00Z')
  const invoice = await generate()
  expect(invoice.currency).toBe(currency)
  return invoice
}

describe('a line is rounded half away from zero to the minor unit', () => {
  test.each<[string, number | string, number, number]>([
    ['USD', 0.005, 1, 0.01],
    ['USD', 0.004, 1, 0],
    // As a float, 1.005 is slightly below its decimal value.
    ['USD', 0.335, 3, 1.01],
    ['USD', 1.005, 1, 1.01],
    ['USD', 2.675, 1, 2.68],
    ['USD', '0.0049999999', 1, 0],
    ['USD', 0.1, 3, 0.3],
    ['USD', 0.07, 100, 7],
    ['USD', 0.000001, 2_500_000, 2.5],
    ['JPY', 0.5, 1, 1],
    ['JPY', 0.4999, 1, 0],
    ['JPY', 333.3, 3, 1000],
    ['JPY', 1.5, 3, 5],
    ['KWD', 0.0005, 1, 0.001],
    ['KWD', 1.2345, 1, 1.235],
    ['KWD', 0.3333, 3, 1],
    ['KWD', 0.0004, 1, 0],
  ])('%s: %s × %d is %d', async (currency, rate, quantity, amount) => {
    const invoice = await invoiceIn(currency, [flatPrice('page', rate)], [['page', quantity]])
    expect(invoice.total).toBe(amount)
    expect(invoice.lineItems.map((line) => Number(line.amount))).toEqual([amount])
  })

  test.each<[string, number, number]>([
    // 10 of 31 days: 15.8064..., 322.58..., 3.2258...
    ['USD', 49, 15.81],
    ['JPY', 1000, 323],
    ['KWD', 10, 3.226],
  ])('%s: ten days of a fee of %d are %d', async (currency, rate, amount) => {
    const { generate } = await givenDeal(t.api, {
      prices: [{ ...FEE, rate }],
      plan: { currency },
      subscription: { endDate: '2026-03-25', startDate: '2026-03-16', billingDay: 1 },
    })
    expect((await generate()).total).toBe(amount)
  })
})

describe('rounding happens once', () => {
  test('on the line, not on each event', async () => {
    const used: [string, number][] = [
      ['page', 1],
      ['page', 1],
      ['page', 1],
    ]
    expect((await invoiceIn('USD', [flatPrice('page', 0.005)], used)).total).toBe(0.02)
  })

  test('on the line, not on each tier', async () => {
    const tiers = [
      { lower: 0, upper: 1, rate: 0.004 },
      { lower: 1, upper: 2, rate: 0.004 },
      { lower: 2, upper: null, rate: 0.004 },
    ]
    const invoice = await invoiceIn('USD', [tiered('page', 'graduated', tiers)], [['page', 3]])
    expect(invoice.total).toBe(0.01)
  })

  test('on the line, not on each seat or day', async () => {
    const { generate } = await givenDeal(t.api, {
      prices: [{ chargeType: 'seat_based', rate: 0.333 }],
      subscription: { seatsCount: 7, endDate: '2026-03-30' },
    })
    // 0.333 × 7 × 30 / 31 = 2.2558...
    expect((await generate()).total).toBe(2.26)
  })
})

describe('totals are sums of rounded lines', () => {
  const cents = ['a', 'b', 'c'].map((signal) => flatPrice(signal, 0.005))
  const one: [string, number][] = [
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]

  test('three lines of half a cent are three cents', async () => {
    const invoice = await invoiceIn('USD', cents, one)
    expect(amountsOf(invoice, 'usage')).toEqual([0.01, 0.01, 0.01])
    expect(invoice.total).toBe(0.03)
  })

  test.each(['USD', 'JPY', 'KWD'])('in %s, whatever the rates', async (currency) => {
    const rates = [0.1, 0.2, 1.1, 33.335, 7.77777, 0.0001]
    const prices = rates.map((rate, index) => flatPrice(`s${index}`, rate))
    const used = rates.map((_, index): [string, number] => [`s${index}`, index * 7 + 3])
    const { total, lineItems } = await invoiceIn(currency, prices, used)
    const lines = rates.map((rate, index) => rounded(exact(rate) * BigInt(index * 7 + 3), currency))
    expect(exact(total)).toBe(lines.reduce((a, b) => a + b))
    expect(sum(lineItems.map(({ amount }) => amount))).toBe(exact(total))
  })

  test('large amounts keep their cents', async () => {
    const invoice = await invoiceIn('USD', [
      { ...FEE, rate: 12_345_678_901.23 },
      { ...FEE, rate: 0.04 },
    ])
    expect(exact(invoice.total)).toBe(exact('12345678901.27'))
  })
})

test('two plans bill their own currencies in one organization', async () => {
  const [usd, jpy] = [await invoiceIn('USD', [FEE]), await invoiceIn('JPY', [FEE])]
  expect([usd.currency, usd.total, jpy.currency, jpy.total]).toEqual(['USD', 49, 'JPY', 49])
})
