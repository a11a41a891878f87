import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { readCsv } from '../support/csv.ts'
import { FEE, flatPrice, givenDeal, SINCE_JANUARY, TICKETS, tiered } from '../support/deal.ts'
import { type Fields, givenSubscription } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { MARCH, month, sendInvoice, voidInvoice } from '../support/invoice.ts'
import { GPT_4O } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const NOW = new Date('2026-05-15T12:00:00Z')

const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })

/** Returns a customer's revenue between two dates. */
const revenue = (customerId: string, startDate: string, endDate: string) =>
  must(t.api.get(`/v1/customers/${customerId}/revenue?startDate=${startDate}&endDate=${endDate}`))
const DAYS_OF_MARCH = 'startDate=2026-03-01&endDate=2026-03-31'
const POOL = [
  { lower: 0, upper: 100, rate: 20 },
  { lower: 100, upper: null, rate: 0.5 },
]

describe('revenue', () => {
  test('is units times rates and the fees of the days, less the cost', async () => {
    const prices = [
      TICKETS,
      FEE,
      { chargeType: 'seat_based', rate: 10 },
      { chargeType: 'onetime', rate: 99 },
    ]
    const deal = await givenDeal(t.api, { prices, subscription: { seatsCount: 3 } })
    await deal.use('ticket', 12, '2026-03-05T10:00:00Z', GPT_4O)
    const answer = await revenue(deal.customerId, '2026-03-01', '2026-03-31')
    expect(answer).toMatchObject({
      customer: { id: deal.customerId, name: 'Acme' },
      currency: 'USD',
      revenue: 190,
      agentEarned: 12,
      breakdown: { usage: 12, recurring: 49, seat: 30, onetime: 99 },
      cost: 0.0025,
      margin: 189.9975,
      uncostedEvents: 0,
      invoiced: 0,
      notInvoiced: 190,
    })
    expect(answer.bySubscription).toMatchObject([
      { subscriptionId: deal.subscriptionId, revenue: 190, cost: 0.0025, eventCount: 1 },
    ])
    expect(answer.byStrategy).toHaveLength(4)
    const half = await revenue(deal.customerId, '2026-03-17', '2026-03-31')
    expect(half.breakdown).toEqual({
      usage: 0,
      recurring: Number(((49 * 15) / 31).toFixed(10)),
      seat: Number(((30 * 15) / 31).toFixed(10)),
      onetime: 0,
    })
  })

  test('of a pool is its fee on the first day of each period, and the overage when it is used', async () => {
    const deal = await givenDeal(t.api, { prices: [tiered('job', 'credit_pool', POOL)] })
    await deal.use('job', 90, '2026-03-10T10:00:00Z')
    await deal.use('job', 30, '2026-03-20T10:00:00Z')
    const of = async (start: string, end: string) => {
      const { breakdown, agentEarned } = await revenue(deal.customerId, start, end)
      return [agentEarned, breakdown.recurring]
    }
    expect(await of('2026-03-01', '2026-03-01')).toEqual([0, 20])
    expect(await of('2026-03-02', '2026-03-15')).toEqual([0, 0])
    expect(await of('2026-03-16', '2026-03-31')).toEqual([10, 0])
    expect(await of('2026-03-01', '2026-04-30')).toEqual([10, 40])
  })

  test.each(['graduated', 'volume', 'credit_pool'])(
    'of a %s price adds up over the days of a period, before and after it is invoiced',
    async (model) => {
      const rates = [
        { lower: 0, upper: 10, rate: '0.3333' },
        { lower: 10, upper: null, rate: '0.1111' },
      ]
      const deal = await givenDeal(t.api, {
        prices: [tiered('job', model, rates), { chargeType: 'recurring', rate: '9.99' }],
      })
      for (const day of ['03', '11', '11', '30']) {
        await deal.use('job', 7, `2026-03-${day}T10:00:00Z`)
      }
      const daily = async () => {
        const days = Array.from({ length: 31 }, (_, day) => String(day + 1).padStart(2, '0'))
        const each = await Promise.all(
          days.map((day) => revenue(deal.customerId, `2026-03-${day}`, `2026-03-${day}`)),
        )
        return each.reduce((sum, one) => sum + one.revenue, 0)
      }
      const open = await revenue(deal.customerId, '2026-03-01', '2026-03-31')
      expect(await daily()).toBeCloseTo(open.revenue, 8)
      const invoice = await sendInvoice(t.api, await deal.generate(MARCH))
      const closed = await revenue(deal.customerId, '2026-03-01', '2026-03-31')
      expect(closed.revenue).toBe(Number(invoice.subtotal))
      expect(closed.invoiced).toBe(closed.revenue)
      expect(await daily()).toBeCloseTo(closed.revenue, 8)
    },
  )

  test('of invoiced usage keeps its price; the rest has the current one', async () => {
    const deal = await givenDeal(t.api, { prices: [TICKETS, FEE] })
    await deal.use('ticket', 10, '2026-03-05T10:00:00Z')
    await deal.use('ticket', 10, '2026-04-05T10:00:00Z')
    const invoice = await sendInvoice(t.api, await deal.generate(MARCH))
    await deal.change(0, { rate: 3 })
    await deal.change(1, { rate: 99 })
    const of = (start: string, end: string) => revenue(deal.customerId, start, end)
    expect(await of('2026-03-01', '2026-03-31')).toMatchObject({ revenue: 59, invoiced: 59 })
    expect(await of('2026-04-01', '2026-04-30')).toMatchObject({ revenue: 129, notInvoiced: 129 })
    await deal.use('ticket', 1, '2026-03-06T10:00:00Z')
    expect(await of('2026-03-01', '2026-03-31')).toMatchObject({ revenue: 60 })
    await voidInvoice(t.api, invoice)
    expect(await of('2026-03-01', '2026-03-31')).toMatchObject({ revenue: 132, invoiced: 0 })
  })

  test('of a partly invoiced period continues in its tiers and at its price', async () => {
    const deal = await givenDeal(t.api, { prices: [tiered('job', 'graduated')] })
    await deal.use('job', 90, '2026-03-05T10:00:00Z')
    await sendInvoice(t.api, await deal.generate(month('2026-03-01', '2026-03-11')))
    await deal.change(0, { tiers: [{ lower: 0, upper: null, rate: 7 }] })
    await deal.use('job', 20, '2026-03-15T10:00:00Z')
    const of = (start: string, end: string) => revenue(deal.customerId, start, end)
    expect(await of('2026-03-01', '2026-03-10')).toMatchObject({ revenue: 9, invoiced: 9 })
    expect(await of('2026-03-11', '2026-03-31')).toMatchObject({ revenue: 1.5, invoiced: 0 })
    expect(await of('2026-03-01', '2026-03-31')).toMatchObject({ revenue: 10.5, invoiced: 9 })
  })

  test('counts a one-time fee once, also when the strategy is gone from the plan', async () => {
    const prices: Fields[] = [{ chargeType: 'onetime', rate: 99 }]
    const deal = await givenDeal(t.api, { prices, subscription: SINCE_JANUARY })
    await sendInvoice(t.api, await deal.generate(month('2026-01-01', '2026-02-01')))
    await deal.change(0, { isActive: false })
    expect(await revenue(deal.customerId, '2026-01-01', '2026-01-31')).toMatchObject({
      breakdown: { onetime: 99 },
    })
    expect(await revenue(deal.customerId, '2026-02-01', '2026-02-28')).toMatchObject({
      breakdown: { onetime: 0 },
    })
  })

  test('ends with the subscription, and later cost belongs to no subscription', async () => {
    const deal = await givenDeal(t.api, {
      prices: [TICKETS, FEE],
      subscription: { endDate: '2026-03-10' },
    })
    await deal.use('ticket', 1, '2026-03-10T23:00:00Z', GPT_4O)
    await deal.use('ticket', 1, '2026-03-11T00:00:00Z', GPT_4O)
    const answer = await revenue(deal.customerId, '2026-03-01', '2026-03-31')
    expect(answer).toMatchObject({ agentEarned: 1, cost: 0.005 })
    expect(answer.breakdown.recurring).toBe(Number(((49 * 10) / 31).toFixed(10)))
    expect(answer.bySubscription).toMatchObject([{ cost: 0.0025, eventCount: 1 }])
  })

  test('in several currencies is never added up', async () => {
    const deal = await givenDeal(t.api, { prices: [FEE] })
    const euro = await givenDeal(t.api, {
      prices: [TICKETS],
      plan: { currency: 'EUR' },
    })
    await givenSubscription(t.api, {
      customerId: deal.customerId,
      planId: euro.planId,
      agentId: euro.agentId,
    })
    const answer = await revenue(deal.customerId, '2026-03-01', '2026-03-31')
    expect(answer).toMatchObject({
      currency: null,
      revenue: null,
      margin: null,
      breakdown: null,
      cost: 0,
    })
    expect(answer.marginNote).toContain('several currencies')
    expect(answer.byCurrency).toMatchObject([
      { currency: 'EUR', revenue: 0, margin: 0 },
      { currency: 'USD', revenue: 49, margin: 49 },
    ])
  })

  test('in another currency than the cost has no margin, and says why', async () => {
    const deal = await givenDeal(t.api, { prices: [TICKETS], plan: { currency: 'EUR' } })
    await deal.use('ticket', 2, '2026-03-05T10:00:00Z', GPT_4O)
    const answer = await revenue(deal.customerId, '2026-03-01', '2026-03-31')
    expect(answer).toMatchObject({ currency: 'EUR', revenue: 2, cost: 0.0025, margin: null })
    expect(answer.marginNote).toContain('not in USD')
  })

  test('of a customer that has none is zeros', async () => {
    const deal = await givenDeal(t.api, { prices: [flatPrice('x', 1)] })
    const answer = await revenue(deal.customerId, '2020-03-01', '2020-03-31')
    expect(answer).toMatchObject({
      currency: 'USD',
      revenue: 0,
      margin: 0,
      marginPercent: null,
      bySubscription: [],
      byStrategy: [],
    })
  })

  test('uses the days of the time zone of the subscription', async () => {
    const deal = await givenDeal(t.api, {
      prices: [FEE],
      customer: { timezone: 'Asia/Tokyo' },
    })
    // 1 March in Tokyo begins on 28 February in UTC.
    const first = await revenue(deal.customerId, '2026-02-28', '2026-02-28')
    expect(first.breakdown.recurring).toBe(Number((49 / 31).toFixed(10)))
    const all = await revenue(deal.customerId, '2026-02-28', '2026-03-30')
    expect(all.breakdown.recurring).toBe(49)
  })

  test('lists as many subscriptions as `top` says, the latest first, and counts all of them', async () => {
    for (const startDate of ['2026-01-01', '2026-02-01', '2026-03-01'])
      await givenDeal(t.api, { prices: [FEE], subscription: { startDate } })
    const of = (top: string) => `/v1/analytics/revenue?${DAYS_OF_MARCH}${top}`
    const all = await must(t.api.get(of('&top=1000')))
    expect(all.bySubscription.length).toBeGreaterThan(2)
    expect(all.hasMoreSubscriptions).toBe(false)
    const few = await must(t.api.get(of('&top=2')))
    expect(few).toEqual({
      ...all,
      bySubscription: all.bySubscription.slice(0, 2),
      hasMoreSubscriptions: true,
      rest: { ...all.rest, bySubscription: few.rest.bySubscription },
      filters: { top: 2 },
    })
    type Listed = { currency: string; revenue: number }
    for (const [at, rest] of few.rest.bySubscription.entries()) {
      const listed = few.bySubscription
        .filter((row: Listed) => row.currency === rest.currency)
        .reduce((sum: number, row: Listed) => sum + row.revenue, 0)
      expect(listed + rest.revenue).toBeCloseTo(all.byCurrency[at].revenue, 8)
    }
    const { rows } = await readCsv(t, of(''))
    expect(rows).toHaveLength(all.bySubscription.length)
  })

  test('lists a subscription that an invoice bills after its end, after those that run', async () => {
    const deal = await givenDeal(t.api, { prices: [FEE] })
    await sendInvoice(t.api, await deal.generate(MARCH))
    const ended = await t.api.patch(`/v1/subscriptions/${deal.subscriptionId}`, {
      endDate: '2026-03-10',
    })
    expect(ended.status).toBe(200)
    const running = await givenSubscription(t.api, {
      customerId: deal.customerId,
      ...SINCE_JANUARY,
    })
    const answer = await revenue(deal.customerId, '2026-03-15', '2026-03-31')
    const billed = Number(((49 * 17) / 31).toFixed(10))
    expect(answer).toMatchObject({ revenue: billed, invoiced: billed })
    expect(answer.bySubscription).toMatchObject([
      { subscriptionId: running.id, revenue: 0 },
      { subscriptionId: deal.subscriptionId, revenue: billed, invoiced: billed },
    ])
    const { rows } = await readCsv(
      t,
      `/v1/analytics/revenue?customerId=${deal.customerId}&startDate=2026-03-15&endDate=2026-03-31`,
    )
    expect(rows.map(({ subscriptionId }) => subscriptionId)).toEqual([
      running.id,
      deal.subscriptionId,
    ])
  })

  test('says up to when everything is included', async () => {
    const deal = await givenDeal(t.api, { prices: [FEE] })
    const answer = await revenue(deal.customerId, '2026-03-01', '2026-03-31')
    expect(answer.asOf).toBe(NOW.toISOString())
  })

  test('of whole months and of parts of months adds up to that of all days', async () => {
    const prices = [TICKETS, FEE]
    const deal = await givenDeal(t.api, { prices, subscription: SINCE_JANUARY })
    for (const day of ['01-20', '02-01', '02-28', '03-31', '04-01', '04-30']) {
      await deal.use('ticket', 3, `2026-${day}T10:00:00Z`, GPT_4O)
    }
    const rowOf = async (start: string, end: string) => {
      const { bySubscription } = await revenue(deal.customerId, start, end)
      const [{ agentEarned, breakdown, cost, eventCount }] = bySubscription
      return [agentEarned, breakdown.recurring, cost, eventCount]
    }
    const all = await rowOf('2026-01-15', '2026-04-30')
    expect(all).toEqual([18, Number((49 * 3 + (49 * 17) / 31).toFixed(10)), 0.015, 6])
    const parts = await Promise.all([
      rowOf('2026-01-15', '2026-01-31'),
      rowOf('2026-02-01', '2026-02-27'),
      rowOf('2026-02-28', '2026-02-28'),
      rowOf('2026-03-01', '2026-04-01'),
      rowOf('2026-04-02', '2026-04-30'),
    ])
    for (const [at, sum] of all.entries()) {
      expect(parts.reduce((total, part) => total + part[at], 0)).toBeCloseTo(sum, 8)
    }
  })

  test('of a customer lists as many subscriptions as `top` says, in CSV all', async () => {
    const deal = await givenDeal(t.api, { prices: [FEE] })
    const other = await givenSubscription(t.api, { customerId: deal.customerId })
    const url = `/v1/customers/${deal.customerId}/revenue?${DAYS_OF_MARCH}`
    const answer = await must(t.api.get(`${url}&top=1`))
    expect(answer.bySubscription).toHaveLength(1)
    expect(answer).toMatchObject({ hasMoreSubscriptions: true, revenue: 49 })
    const { rows } = await readCsv(t, url)
    expect(rows.map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(
      [deal.subscriptionId, other.id].toSorted(),
    )
  })
})
