import { describe, expect, test } from 'vitest'
import { flatPrice, givenDeal, priced, TIERS, tiered } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { expectToAddUp, usageLine } from '../support/invoice.ts'
import { times } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-20T12:00:00Z'), atEnd: expectRollupsToAddUp })

const POOL = [
  { lower: 0, upper: 500, rate: 99 },
  { lower: 500, upper: null, rate: 0.2 },
]
const WITH_FEES = [
  { lower: 0, upper: 100, rate: 0.1, flatFee: 20 },
  { lower: 100, upper: null, rate: 0.05, flatFee: '5.50' },
]
const PACKAGES = priced('page', { pricingModel: 'package', rate: 5, packageSize: 100 })
const ONE_TIER = [{ lower: 0, upper: null, rate: 0.25 }]

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T08:00:00Z`

/** Returns an invoice for these quantities of pages at this price. */
async function invoiceFor(price: Fields, ...quantities: number[]) {
  const { use, generate } = await givenDeal(t.api, { prices: [price] })
  for (const [index, quantity] of quantities.entries()) await use('page', quantity, at(index + 1))
  return generate()
}

const page = (pricingModel: string, tiers: Fields[] = TIERS) => tiered('page', pricingModel, tiers)

describe('the pricing model', () => {
  test.each<[string, Fields, number, number]>([
    ['flat', flatPrice('page', 0.5), 7, 3.5],
    ['flat', flatPrice('page', 0), 7, 0],
    ['graduated', page('graduated'), 1, 0.1],
    ['graduated', page('graduated'), 99, 9.9],
    ['graduated', page('graduated'), 100, 10],
    ['graduated', page('graduated'), 101, 10.05],
    ['graduated', page('graduated'), 1000, 55],
    ['graduated', page('graduated'), 1001, 55.01],
    ['graduated', page('graduated'), 1500, 60],
    ['graduated', page('graduated', ONE_TIER), 5, 1.25],
    ['volume', page('volume'), 1, 0.1],
    ['volume', page('volume'), 100, 10],
    ['volume', page('volume'), 101, 5.05],
    ['volume', page('volume'), 1000, 50],
    ['volume', page('volume'), 1001, 10.01],
    ['volume', page('volume', ONE_TIER), 5, 1.25],
    ['graduated', page('graduated', WITH_FEES), 0, 0],
    ['graduated', page('graduated', WITH_FEES), 1, 20.1],
    ['graduated', page('graduated', WITH_FEES), 100, 30],
    ['graduated', page('graduated', WITH_FEES), 101, 35.55],
    ['volume', page('volume', WITH_FEES), 100, 30],
    ['volume', page('volume', WITH_FEES), 101, 10.55],
    ['package', PACKAGES, 0, 0],
    ['package', PACKAGES, 1, 5],
    ['package', PACKAGES, 100, 5],
    ['package', PACKAGES, 101, 10],
    ['credit_pool', page('credit_pool', POOL), 1, 99],
    ['credit_pool', page('credit_pool', POOL), 500, 99],
    ['credit_pool', page('credit_pool', POOL), 501, 99.2],
    ['credit_pool', page('credit_pool', POOL), 600, 119],
  ])('%s: %j for %d units is %d', async (pricingModel, price, quantity, amount) => {
    const invoice = await invoiceFor(price, quantity)
    const line = usageLine(invoice, 'page')
    expect(line.pricingModel).toBe(pricingModel)
    expect([Number(line.quantity), Number(line.amount)]).toEqual([quantity, amount])
    expect(invoice.total).toBe(amount)
  })

  test('credit_pool charges its fee without any usage, in one line', async () => {
    const invoice = await invoiceFor(page('credit_pool', POOL))
    const line = usageLine(invoice, 'page')
    expect([Number(line.quantity), Number(line.amount)]).toEqual([0, 99])
    expect(invoice.total).toBe(99)
  })

  test.each([
    ['flat', flatPrice('page', 0.5)],
    ['graduated', page('graduated')],
    ['volume', page('volume')],
  ])('%s charges nothing without usage', async (_, price) => {
    expect((await invoiceFor(price)).total).toBe(0)
  })
})

describe('the total of the window is priced', () => {
  test.each([
    ['graduated', page('graduated')],
    ['volume', page('volume')],
    ['credit_pool', page('credit_pool', POOL)],
    ['package', PACKAGES],
    ['flat', flatPrice('page', 0.0333)],
  ])('%s: three events of 500 are one of 1500', async (_, price) => {
    const [three, one] = [await invoiceFor(price, 500, 500, 500), await invoiceFor(price, 1500)]
    expect(three.total).toBe(one.total)
    const line = usageLine(three, 'page')
    expect(Number(line.quantity)).toBe(1500)
    expect(line.eventCount).toBe(3)
  })

  test('events of quantity 0 count as events and bill nothing', async () => {
    const line = usageLine(await invoiceFor(flatPrice('page', 2), 0, 3), 'page')
    expect([line.eventCount, Number(line.quantity), Number(line.amount)]).toEqual([2, 3, 6])
  })

  test('events of many concurrent requests are all billed', async () => {
    const { use, generate } = await givenDeal(t.api, { prices: [flatPrice('page', 0.01)] })
    await Promise.all(times(40, (index) => use('page', index, at((index % 20) + 1))))
    const line = usageLine(await generate(), 'page')
    expect([line.eventCount, Number(line.quantity), Number(line.amount)]).toEqual([40, 780, 7.8])
  })
})

describe('the tiers on a line', () => {
  const tiersOf = async (price: Fields, quantity: number) => {
    const invoice = await invoiceFor(price, quantity)
    expectToAddUp(invoice)
    return (usageLine(invoice, 'page').tiers ?? [])
      .filter((tier) => Number(tier.units) > 0 || Number(tier.amount) > 0)
      .map(({ lower, upper, rate, units, amount }) => [
        Number(lower),
        upper === null ? null : Number(upper),
        Number(rate),
        Number(units),
        Number(amount),
      ])
  }

  test('graduated: each unit in its own tier', async () => {
    expect(await tiersOf(page('graduated'), 1500)).toEqual([
      [0, 100, 0.1, 100, 10],
      [100, 1000, 0.05, 900, 45],
      [1000, null, 0.01, 500, 5],
    ])
  })

  test('volume: all units in the tier that the total lands in', async () => {
    expect(await tiersOf(page('volume'), 1000)).toEqual([[100, 1000, 0.05, 1000, 50]])
  })

  test('a flat fee is part of the amount of its tier', async () => {
    const invoice = await invoiceFor(page('graduated', WITH_FEES), 101)
    expectToAddUp(invoice)
    expect(usageLine(invoice, 'page').tiers).toEqual([
      { ...WITH_FEES[0], units: 100, packages: null, amount: 30 },
      { ...WITH_FEES[1], flatFee: 5.5, units: 1, packages: null, amount: 5.55 },
    ])
  })

  test('package: the number of packages that are begun', async () => {
    const invoice = await invoiceFor(PACKAGES, 250)
    expectToAddUp(invoice)
    const packages = { count: 3, size: 100 }
    const tier = { lower: 0, upper: null, rate: 5, flatFee: 0, units: 250, packages, amount: 15 }
    expect(usageLine(invoice, 'page')).toMatchObject({ unitPrice: null, tiers: [tier] })
  })

  test('credit_pool: the fee for the pool, then the overage', async () => {
    expect(await tiersOf(page('credit_pool', POOL), 600)).toEqual([
      [0, 500, 99, 500, 99],
      [500, null, 0.2, 100, 20],
    ])
  })
})

test('an invoice has a line for every charge type and every model of its plan', async () => {
  const { use, generate } = await givenDeal(t.api, {
    prices: [
      flatPrice('report', 2),
      page('graduated'),
      tiered('call', 'volume'),
      priced('lookup', { pricingModel: 'credit_pool', tiers: POOL }),
      { chargeType: 'recurring', rate: 49, name: 'Platform' },
      { chargeType: 'seat_based', rate: 12.5 },
      { chargeType: 'onetime', rate: 500 },
    ],
    subscription: { seatsCount: 3 },
  })
  await use('report', 5, at(1))
  await use('page', 150, at(1))
  await use('call', 150, at(1))
  await use('lookup', 510, at(1))
  const { lineItems, total } = await generate()
  expect(lineItems.map(({ type, amount }) => `${type} ${Number(amount)}`).sort()).toEqual(
    [
      'onetime 500',
      'recurring 49',
      'seat_based 37.5',
      'usage 10',
      'usage 101',
      'usage 12.5',
      'usage 7.5',
    ].sort(),
  )
  expect(total).toBe(717.5)
  const fee = lineItems.find(({ type }) => type === 'recurring')
  expect(fee?.description).toContain('Platform')
  expect(new Set(lineItems.map(({ id }) => id)).size).toBe(7)
})

test('a strategy that was deleted or switched off is not billed', async () => {
  const { generate, change } = await givenDeal(t.api, {
    prices: [
      { chargeType: 'recurring', rate: 49 },
      { chargeType: 'recurring', rate: 10 },
    ],
  })
  await change(1, { isActive: false })
  expect((await generate()).total).toBe(49)
})
