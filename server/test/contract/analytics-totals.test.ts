import { describe, expect, test } from 'vitest'
import { agentEarnedAnalytics } from '../../src/features/analytics/agent-earned/agent-earned.ts'
import { createApi, createTestOrganization, must } from '../support/app.ts'
import { FEE, flatPrice, givenDeal, SINCE_JANUARY, TICKETS, tiered } from '../support/deal.ts'
import { givenCustomer, givenSubscription } from '../support/given.ts'
import { insertInvoice } from '../support/given-invoice.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { type Invoice, month, payInvoice, sendInvoice, voidInvoice } from '../support/invoice.ts'
import { GPT_4O } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-02-10T12:00:00Z')
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })

const mrr = (query: string) => must(t.api.get(`/v1/analytics/mrr?${query}`))
const totals = (query: string) => must(t.api.get(`/v1/analytics/invoice-totals?${query}`))
const JANUARY = month('2026-01-01', '2026-02-01')
const FEBRUARY_DAYS = 'startDate=2026-02-01&endDate=2026-02-28'

const refund = (invoice: Invoice, amount: number) => {
  const url = `/v1/invoices/${invoice.id}/payments/${invoice.payments[0]?.id}/refund`
  return must(t.api.post(url, { amount }))
}

async function givenInvoiced(fee = 49) {
  const prices = [{ ...FEE, rate: fee }]
  const deal = await givenDeal(t.api, { prices, subscription: SINCE_JANUARY })
  return { ...deal, invoice: await sendInvoice(t.api, await deal.generate(JANUARY)) }
}

test('canonical MRR is before paid credit, Billed is after all credit', async () => {
  const prices = [{ ...FEE, rate: 49 }]
  const deal = await givenDeal(t.api, { prices, subscription: SINCE_JANUARY })
  const grants = `/v1/customers/${deal.customerId}/credit-grants`
  const credit = { currency: 'USD', effectiveAt: '2026-01-01' }
  await must(t.api.post(grants, { ...credit, kind: 'paid', amount: 30 }))
  await must(t.api.post(grants, { ...credit, kind: 'promotional', amount: 9 }))
  await sendInvoice(t.api, await deal.generate(JANUARY))
  const of = `customerId=${deal.customerId}`
  expect(await totals(`${of}&${FEBRUARY_DAYS}`)).toMatchObject({ billed: 10, collected: 0 })
  now = new Date('2026-03-10T12:00:00Z')
  expect(await mrr(of)).toMatchObject({ mrr: 40, currency: 'USD' })
  now = new Date('2026-02-10T12:00:00Z')
})

describe('Billed and Collected', () => {
  test('follow an invoice from issue to payment, partial and full refund', async () => {
    const { customerId, invoice, ids, use } = await givenInvoiced()
    const of = () => totals(`customerId=${customerId}&${FEBRUARY_DAYS}`)
    expect(ids.customerId).toBe(customerId)
    expect(await of()).toMatchObject({ billed: 49, collected: 0, billedMargin: 49 })
    const paid = await payInvoice(t.api, invoice, 49)
    expect(await of()).toMatchObject({ billed: 0, collected: 49, collectedMargin: 49 })
    await refund(paid, 9)
    expect(await of()).toMatchObject({ billed: 0, collected: 40 })
    await use('ticket', 1, '2026-02-05T10:00:00Z', GPT_4O)
    expect(await of()).toMatchObject({ cost: 0.0025, collectedMargin: 39.9975, uncostedEvents: 0 })
    await refund(paid, 40)
    expect(await of()).toMatchObject({
      billed: 0,
      collected: 0,
      byStatus: [{ status: 'refunded', count: 1, total: 49 }],
    })
  })

  test('leave out drafts and void invoices, and count by day of issue', async () => {
    const { customerId, invoice, generate } = await givenInvoiced()
    await generate(month('2026-02-01', '2026-03-01'))
    const of = (days: string) => totals(`customerId=${customerId}&${days}`)
    expect(await of(FEBRUARY_DAYS)).toMatchObject({ billed: 49 })
    expect(await of('startDate=2026-01-01&endDate=2026-01-31')).toMatchObject({ billed: 0 })
    await voidInvoice(t.api, invoice)
    const answer = await of(FEBRUARY_DAYS)
    expect(answer).toMatchObject({ billed: 0, collected: 0 })
    const states = answer.byStatus.map(({ status }: { status: string }) => status)
    expect(states.sort()).toEqual(['draft', 'void'])
  })

  test('in two currencies stand side by side', async () => {
    const { customerId, subscriptionId } = await givenInvoiced()
    const time = { periodStart: '2026-02-01Z', periodEnd: '2026-03-01Z' }
    const row = { customerId, subscriptionId, ...time }
    await insertInvoice(t, { ...row, currency: 'EUR', total: '7.50' })
    expect(await totals(`customerId=${customerId}&${FEBRUARY_DAYS}`)).toMatchObject({
      currency: null,
      billed: null,
      collected: null,
      byCurrency: [
        { currency: 'EUR', billed: 7.5, collected: 0 },
        { currency: 'USD', billed: 49, collected: 0 },
      ],
    })
  })
})

describe('MRR', () => {
  test('canonical is the amount invoiced in the last complete month, less refunds', async () => {
    const { customerId, invoice } = await givenInvoiced()
    const other = await givenInvoiced(11)
    const paid = await payInvoice(t.api, invoice, 49)
    await refund(paid, 4)
    const of = (id: string) => mrr(`customerId=${id}`)
    expect(await of(customerId)).toMatchObject({ variant: 'canonical', mrr: 0 })
    now = new Date('2026-03-01T00:00:00Z')
    expect(await of(customerId)).toMatchObject({
      variant: 'canonical',
      mrr: 45,
      currency: 'USD',
      dateRange: { startDate: '2026-02-01', endDate: '2026-02-28' },
    })
    expect(await of(other.customerId)).toMatchObject({ mrr: 11 })
    now = new Date('2026-04-01T00:00:00Z')
    expect(await of(customerId)).toMatchObject({ mrr: 0 })
  })

  test('runRate is the revenue of the last 30 whole days without one-time fees', async () => {
    now = new Date('2026-04-15T12:00:00Z')
    const prices = [TICKETS, { chargeType: 'onetime', rate: 99 }]
    const deal = await givenDeal(t.api, { prices, subscription: { startDate: '2026-04-01' } })
    await deal.use('ticket', 36, '2026-04-14T23:59:59Z')
    await deal.use('ticket', 500, '2026-04-15T00:00:00Z')
    expect(await mrr(`customerId=${deal.customerId}&variant=runRate`)).toMatchObject({
      mrr: 36.5,
      dateRange: { startDate: '2026-03-16', endDate: '2026-04-14' },
    })
  })

  test.each([
    ['monthly', {}, 79],
    ['yearly', { billingCycle: 'yearly' }, Number((79 / 12).toFixed(10))],
    [
      'custom',
      { billingCycle: 'custom', customCycleDays: 7 },
      Number(((79 * 365) / 12 / 7).toFixed(10)),
    ],
    ['upcoming', { startDate: '2026-05-01' }, 0],
    ['ended', { endDate: '2026-04-01' }, 0],
  ])(
    'committed is the monthly amount that a %s subscription owes regardless of usage',
    async (_, subscription, amount) => {
      now = new Date('2026-04-15T12:00:00Z')
      const pool = [
        { lower: 0, upper: 10, rate: 10 },
        { lower: 10, upper: null, rate: 1 },
      ]
      const prices = [
        FEE,
        { chargeType: 'seat_based', rate: 10 },
        { chargeType: 'onetime', rate: 99 },
        tiered('job', 'credit_pool', pool),
        TICKETS,
      ]
      const deal = await givenDeal(t.api, {
        prices,
        subscription: { seatsCount: 2, ...subscription },
      })
      const answer = await mrr(`customerId=${deal.customerId}&variant=committed`)
      expect(answer).toMatchObject({ variant: 'committed', asOf: now.toISOString(), mrr: amount })
      const all = await mrr(`customerId=${deal.customerId}&variant=all`)
      expect(all).toMatchObject({
        variant: 'all',
        committed: { mrr: amount },
        canonical: { mrr: 0 },
      })
    },
  )

  test('of all is the sum over customers, also with identical fees', async () => {
    now = new Date('2026-04-15T12:00:00Z')
    const { secretKey } = await createTestOrganization(t.dependencies)
    const api = createApi(t.app, secretKey)
    const seats = { chargeType: 'seat_based', rate: 10 }
    const subscription = { seatsCount: 2 }
    const { customerId, planId, agentId, use } = await givenDeal(api, {
      prices: [FEE, seats, TICKETS],
      subscription,
    })
    await use('ticket', 7, '2026-04-10T10:00:00Z')
    const customerIds = [customerId]
    for (const fields of [
      {},
      { seatsCount: 5 },
      { billingCycle: 'yearly' },
      { billingCycle: 'custom', customCycleDays: 7 },
      { startDate: '2026-05-01' },
      { endDate: '2026-04-01' },
    ]) {
      const { id } = await givenCustomer(api)
      const terms = { ...subscription, ...fields }
      await givenSubscription(api, { customerId: id, planId, agentId, ...terms })
      customerIds.push(id)
    }
    await givenDeal(api, { prices: [FEE], plan: { currency: 'EUR' } })
    for (const variant of ['committed', 'runRate']) {
      const of = (query: string) => must(api.get(`/v1/analytics/mrr?variant=${variant}${query}`))
      const [euros, dollars] = (await of('')).byCurrency
      expect([euros.currency, dollars.currency]).toEqual(['EUR', 'USD'])
      const each: { mrr: number }[] = []
      for (const id of customerIds) each.push(await of(`&customerId=${id}`))
      const sum = each.reduce((total, one) => total + one.mrr, 0)
      expect(dollars.mrr, variant).toBeCloseTo(sum, 8)
      expect(sum, variant).toBeGreaterThan(200)
    }
    const { byCurrency } = await must(api.get('/v1/analytics/mrr?variant=committed'))
    const owed = 69 + 69 + 99 + 69 / 12 + (69 * 365) / 12 / 7
    expect(byCurrency).toEqual([
      { currency: 'EUR', mrr: 49 },
      { currency: 'USD', mrr: Number(owed.toFixed(10)) },
    ])
  })
})

test('Agent-Earned is units times rates by agent, without any fee', async () => {
  now = new Date('2026-04-15T12:00:00Z')
  const deal = await givenDeal(t.api, { prices: [TICKETS, FEE] })
  await deal.use('ticket', 12, '2026-04-02T10:00:00Z', GPT_4O)
  const query = `customerId=${deal.customerId}&startDate=2026-04-01&endDate=2026-04-30`
  const answer = await must(t.api.get(`/v1/analytics/agent-earned?${query}`))
  const figures = { currency: 'USD', agentEarned: 12, cost: 0.0025, margin: 11.9975 }
  expect(answer).toMatchObject({
    ...figures,
    uncostedEvents: 0,
    byAgent: [{ agentId: deal.agentId, agentName: 'Support', eventCount: 1, ...figures }],
    dateRange: { startDate: '2026-04-01', endDate: '2026-04-30' },
    filters: { customerId: deal.customerId },
  })
})

test('amounts of an agent on a day without events are in the rest, so that agents add up to Agent-Earned', async () => {
  const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const { use, generate } = await givenDeal(api, {
    prices: [flatPrice('ticket', 0.333)],
    subscription: SINCE_JANUARY,
  })
  await use('ticket', 2, '2026-01-05T10:00:00Z', GPT_4O)
  await sendInvoice(api, await generate(JANUARY))
  const dates = 'startDate=2026-01-31&endDate=2026-01-31'
  const answer = await must(api.get(`/v1/analytics/agent-earned?${dates}`))
  // 2 × 0.333 is billed as 0.67, and the rounding falls on the last day.
  expect(answer).toMatchObject({
    agentEarned: 0.004,
    byAgent: [],
    rest: {
      byAgent: { agentEarned: 0.004, byCurrency: [{ currency: 'USD', agentEarned: 0.004 }] },
    },
  })
  const few = await agentEarnedAnalytics(
    t.dependencies,
    { organizationId, query: { startDate: '2026-01-01', endDate: '2026-01-31' }, listed: 0 },
    now,
  )
  expect(few).toMatchObject({
    totalEvents: 1,
    byAgent: [],
    rest: { byAgent: { eventCount: 1, agentEarned: 0.67, cost: 0.0025 } },
  })
})
