import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Deal, givenDeal, TIERS, tiered } from '../support/deal.ts'
import { exact, sum } from '../support/exact.ts'
import { type Fields, givenCoupon, givenDiscount } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  amountsOf,
  expectToAddUp,
  GENERATE,
  INVOICES,
  type Invoice,
  MARCH,
  month,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/**
 * However a period is split into windows, and in whatever order they are billed, they add up to it.
 */

const t = useTestApp({ now: () => new Date('2026-07-10T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const FIRST = Date.parse('2026-03-01T00:00:00Z')
const HOUR = 3_600_000
/** March, April and May. */
const HOURS = 92 * 24
const at = (hour: number) => new Date(FIRST + hour * HOUR).toISOString()
const between = (start: number, end: number): Fields => ({
  billingPeriodStart: at(start),
  billingPeriodEnd: at(end),
})
const MONTHS = [0, 31 * 24, 61 * 24, HOURS]
const JUNE = month('2026-06-01', '2026-07-01')
const POOL = [
  { lower: 0, upper: 100, rate: 20 },
  { lower: 100, upper: null, rate: 0.335 },
]
const STEPS = [
  { lower: 0, upper: 40, rate: 0.333 },
  { lower: 40, upper: 120, rate: 0.1117 },
  { lower: 120, upper: null, rate: 0.0501 },
]
const SIGNALS = ['one', 'two', 'three', 'four', 'five']

/**
 * Creates a deal with one price of every kind, so that each invoice has them all. Nothing prices
 * the fifth signal.
 */
const dealOfAll = () =>
  givenDeal(api, {
    prices: [
      { signal: 'one', pricingModel: 'flat', rate: 0.3333 },
      tiered('two', 'graduated', STEPS),
      tiered('three', 'volume', STEPS),
      tiered('four', 'credit_pool', POOL),
      { chargeType: 'recurring', rate: 99.99 },
      { chargeType: 'seat_based', rate: 7.77 },
      { chargeType: 'onetime', rate: 500 },
    ],
    subscription: { seatsCount: 3 },
  })

async function live({ externalId }: Deal): Promise<Invoice[]> {
  const { data } = (await api.get(`${INVOICES}?customerExternalId=${externalId}&limit=100`)).body
  const all: Invoice[] = []
  for (const { id, status } of data) if (status !== 'void') all.push(await readInvoice(api, id))
  for (const invoice of all) expectToAddUp(invoice)
  return all
}

/** Returns the total billed by type of charge, and the total cost. */
async function books(deal: Deal): Promise<Record<string, bigint>> {
  const totals: Record<string, bigint> = {}
  const add = (name: string, amount: number | string) => {
    totals[name] = (totals[name] ?? 0n) + exact(amount)
  }
  for (const invoice of await live(deal)) {
    for (const { type, pricingModel, amount } of invoice.lineItems)
      add(pricingModel ?? type, amount)
    add('cost', invoice.totalCost)
  }
  return totals
}

type Use = { signal: number; quantity: number; hour: number; afterWindow: number }
type Story = { cuts: number[]; order: number[]; drafts: boolean[]; uses: Use[] }

const story: fc.Arbitrary<Story> = fc.record({
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: HOURS - 1 }), { minLength: 1, maxLength: 5 }),
  order: fc.array(fc.nat({ max: 1000 }), { minLength: 6, maxLength: 6 }),
  drafts: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  uses: fc.array(
    fc.record({
      signal: fc.nat({ max: SIGNALS.length - 1 }),
      quantity: fc.integer({ min: 0, max: 90 }),
      hour: fc.nat({ max: HOURS - 1 }),
      afterWindow: fc.integer({ min: 0, max: 5 }),
    }),
    { minLength: 3, maxLength: 10 },
  ),
})

const use = (deal: Deal, { signal, quantity, hour }: Use) =>
  deal.use(SIGNALS[signal] ?? '', quantity, at(hour))

async function billInWindows(deal: Deal, { cuts, order, drafts, uses }: Story) {
  const bounds = [0, ...cuts.toSorted((a, b) => a - b), HOURS]
  const windows = bounds
    .slice(1)
    .map((end, index) => ({ index, window: between(bounds[index] ?? 0, end) }))
    .toSorted((a, b) => (order[a.index] ?? 0) - (order[b.index] ?? 0))
  const waiting: Invoice[] = []
  for (const [turn, { index, window }] of windows.entries()) {
    for (const one of uses) if (one.afterWindow === turn) await use(deal, one)
    const invoice = await deal.generate(window)
    if (drafts[index]) waiting.push(invoice)
    else await sendInvoice(api, invoice)
  }
  for (const one of uses) if (one.afterWindow >= windows.length) await use(deal, one)
  for (const invoice of waiting) await sendInvoice(api, invoice)
  await sendInvoice(api, await deal.generate(JUNE))
}

test('random windows of three periods, drafts and late usage among them, add up to the periods', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (one) => {
      const [whole, cut] = [await dealOfAll(), await dealOfAll()]
      for (const each of one.uses) await use(whole, each)
      for (const [index, start] of MONTHS.slice(0, -1).entries()) {
        await sendInvoice(api, await whole.generate(between(start, MONTHS[index + 1] ?? 0)))
      }
      await sendInvoice(api, await whole.generate(JUNE))
      await billInWindows(cut, one)
      expect(await books(cut)).toEqual(await books(whole))
    }),
    { numRuns: 5, seed: 97, endOnFailure: true },
  )
}, 300_000)

describe('January by the 1st, by the 3rd and the rest', () => {
  const PARTS = [month('2026-03-01', '2026-03-02'), month('2026-03-02', '2026-03-04')]
  const REST = month('2026-03-04', '2026-04-01')

  test('has one pool with one fee, and overage above it', async () => {
    const pool = [
      { lower: 0, upper: 100, rate: 50 },
      { lower: 100, upper: null, rate: 0.5 },
    ]
    const deal = await givenDeal(api, { prices: [tiered('page', 'credit_pool', pool)] })
    for (const day of ['01', '03', '20']) await deal.use('page', 45, `2026-03-${day}T10:00:00Z`)
    const totals: number[] = []
    for (const window of [...PARTS, REST]) {
      totals.push((await sendInvoice(api, await deal.generate(window))).total)
    }
    // 135 units: 50 for the pool, and 35 units above it.
    expect(totals).toEqual([50, 0, 17.5])
  })

  test('is a credit where more units make all of them cheaper', async () => {
    const deal = await givenDeal(api, {
      prices: [tiered('page', 'volume', TIERS), { chargeType: 'recurring', rate: 310 }],
    })
    await deal.use('page', 100, '2026-03-01T10:00:00Z')
    await deal.use('page', 20, '2026-03-20T10:00:00Z')
    const invoices = []
    for (const window of [...PARTS, REST])
      invoices.push(await sendInvoice(api, await deal.generate(window)))
    expect(invoices.map((invoice) => amountsOf(invoice, 'usage'))).toEqual([[10], [], [-4]])
    expect(invoices.map((invoice) => amountsOf(invoice, 'recurring'))).toEqual([[10], [20], [280]])
    expect(invoices[2]?.lineItems[0]).toMatchObject({
      quantity: 20,
      billed: { quantity: 100, amount: 10 },
    })
  })

  test('keeps the rates of its first finalized invoice', async () => {
    const prices = [tiered('page', 'graduated', TIERS), { chargeType: 'recurring', rate: 310 }]
    const deal = await givenDeal(api, { prices })
    await deal.use('page', 10, '2026-03-01T10:00:00Z')
    await deal.use('page', 10, '2026-03-20T10:00:00Z')
    await sendInvoice(api, await deal.generate(PARTS[0]))
    await deal.change(0, { tiers: TIERS.map((tier) => ({ ...tier, rate: 9 })) })
    await deal.change(1, { rate: 3100 })
    const rest = await deal.generate(month('2026-03-02', '2026-04-01'))
    expect([amountsOf(rest, 'usage'), amountsOf(rest, 'recurring')]).toEqual([[1], [300]])
    const april = await deal.generate(month('2026-04-01', '2026-05-01'))
    expect(amountsOf(april, 'recurring')).toEqual([3100])
  })

  test('moves into other tiers by late usage in an earlier part', async () => {
    const deal = await givenDeal(api, { prices: [tiered('page', 'graduated', TIERS)] })
    await deal.use('page', 90, '2026-03-01T10:00:00Z')
    await deal.use('page', 10, '2026-03-20T10:00:00Z')
    for (const window of [...PARTS, REST]) await sendInvoice(api, await deal.generate(window))
    await deal.use('page', 10, '2026-03-01T11:00:00Z')
    const april = await deal.generate(month('2026-04-01', '2026-05-01'))
    // 100 pages in the first part cost 10.00 instead of 9.00; the 10 of the last one now cost 0.50.
    expect(amountsOf(april, 'late_usage')).toEqual([1, -0.5])
  })
})

describe('a coupon counts periods', () => {
  const CUT = [
    month('2026-03-01', '2026-03-11'),
    month('2026-03-11', '2026-03-21'),
    month('2026-03-21', '2026-04-01'),
    month('2026-04-01', '2026-05-01'),
  ]
  const discounted = async (coupon: Fields) => {
    const deal = await givenDeal(api, { prices: [{ chargeType: 'recurring', rate: 310 }] })
    const { id: couponId } = await givenCoupon(api, { name: 'Welcome', ...coupon })
    const { customerId } = deal
    const discount = await givenDiscount(api, { couponId, customerId })
    const taken: number[] = []
    for (const window of CUT) {
      const invoice = await sendInvoice(api, await deal.generate(window))
      taken.push(Number(invoice.discountTotal))
    }
    return { deal, taken, discount }
  }

  test('a percentage applies to each part', async () => {
    const { taken, discount } = await discounted({ percentOff: 10, duration: 'once' })
    expect(taken).toEqual([10, 10, 11, 0])
    const { body } = await api.get(`/v1/discounts/${discount.id}`)
    expect(body).toMatchObject({ periodsUsed: 1, periodsLeft: 0 })
  })

  test('a fixed amount is used up across them', async () => {
    const coupon = { amountOff: 150, currency: 'USD', duration: 'once' }
    expect((await discounted(coupon)).taken).toEqual([100, 50, 0, 0])
  })

  test('an invoice of several periods uses it for as many', async () => {
    const deal = await givenDeal(api, { prices: [{ chargeType: 'recurring', rate: 100 }] })
    const coupon = { name: 'Two', percentOff: 10, duration: 'repeating', durationPeriods: 2 }
    const { id: couponId } = await givenCoupon(api, coupon)
    await givenDiscount(api, { couponId, customerId: deal.customerId })
    const invoice = await deal.generate(month('2026-03-01', '2026-06-01'))
    expect(invoice.discounts).toMatchObject([{ name: 'Two', amount: 20 }])
    expect(invoice.total).toBe(280)
  })
})

describe('costs', () => {
  const costOf = async (deal: Deal) => sum((await live(deal)).map((invoice) => invoice.totalCost))

  test('of late events that change no line are on the next invoice', async () => {
    const deal = await givenDeal(api, { prices: [tiered('page', 'graduated', TIERS)] })
    await deal.use('page', 4, '2026-03-05T00:00:00Z')
    await sendInvoice(api, await deal.generate(MARCH))
    const before = await costOf(deal)
    const spent = async (quantity: number, signal: string, fields: Fields = {}) => {
      const { totalCostUsd } = await deal.use(signal, quantity, '2026-03-06T00:00:00Z', fields)
      return exact(totalCostUsd)
    }
    const zero = await spent(0, 'page', {
      model: 'gpt-4o',
      modelProvider: 'openai',
      inputTokens: 9000,
    })
    const unpriced = await spent(3, 'nobody prices this')
    expect(zero).toBeGreaterThan(0n)
    expect(unpriced).toBeGreaterThan(0n)
    const april = await sendInvoice(api, await deal.generate(month('2026-04-01', '2026-05-01')))
    expect(april.lineItems).toHaveLength(1)
    expect((await costOf(deal)) - before).toBe(zero + unpriced)
    await sendInvoice(api, await deal.generate(month('2026-05-01', '2026-06-01')))
    expect((await costOf(deal)) - before).toBe(zero + unpriced)
  })

  test('that are removed with a void invoice are on the one that bills its period again', async () => {
    const deal = await givenDeal(api, { prices: [tiered('page', 'graduated', TIERS)] })
    await deal.use('page', 4, '2026-03-05T00:00:00Z')
    await deal.use('unpriced', 4, '2026-03-05T00:00:00Z')
    const march = await sendInvoice(api, await deal.generate(MARCH))
    const before = await costOf(deal)
    await voidInvoice(api, march)
    await sendInvoice(api, await deal.generate(month('2026-04-01', '2026-05-01')))
    expect(await costOf(deal)).toBe(0n)
    await sendInvoice(api, await deal.generate(MARCH))
    expect(await costOf(deal)).toBe(before)
  })
})

test('a window again while an earlier part is a draft counts from the start of the period', async () => {
  const deal = await givenDeal(api, { prices: [tiered('page', 'graduated', TIERS)] })
  await deal.use('page', 100, '2026-03-05T00:00:00Z')
  await deal.use('page', 10, '2026-03-15T00:00:00Z')
  const first = await deal.generate(month('2026-03-01', '2026-03-11'))
  const second = await deal.generate(month('2026-03-11', '2026-04-01'))
  expect([first.total, second.total]).toEqual([10, 0.5])
  const { status } = await api.post(GENERATE, { ...deal.ids, ...MARCH })
  expect(status).toBe(409)
})
