import { expect, test } from 'vitest'
import { type Api, createApi, createTestOrganization, must } from '../support/app.ts'
import { FEE, givenDeal, TICKETS } from '../support/deal.ts'
import { givenSubscription } from '../support/given.ts'
import { GPT_4O, llm, recordOne } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-05-15T12:00:00Z') })

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31'

async function givenOrganization() {
  const { id, secretKey, publishableKey } = await createTestOrganization(t.dependencies)
  return { id, api: createApi(t.app, secretKey), publishable: createApi(t.app, publishableKey) }
}

type Bucket = { date: string; revenue: number; cost: number; uncostedEvents: number }
const overview = (api: Api, query = MARCH) => must(api.get(`/v1/analytics/overview?${query}`))
const sumOf = (buckets: readonly Bucket[], field: 'revenue' | 'cost') =>
  buckets.reduce((sum, bucket) => sum + bucket[field], 0)

test('the figures of an overview are those of revenue and cost, and its buckets add up to them', async () => {
  const { api } = await givenOrganization()
  const deal = await givenDeal(api, {
    prices: [TICKETS, FEE, { chargeType: 'onetime', rate: 99 }],
  })
  await deal.use('ticket', 12, '2026-03-05T10:00:00Z', GPT_4O)
  await deal.use('ticket', 3, '2026-03-20T10:00:00Z', GPT_4O)
  const revenue = await must(api.get(`/v1/analytics/revenue?${MARCH}`))
  for (const groupBy of ['daily', 'weekly', 'monthly']) {
    const { current, buckets } = await overview(api, `${MARCH}&groupBy=${groupBy}`)
    expect(current).toMatchObject({
      revenue: revenue.revenue,
      cost: revenue.cost,
      margin: revenue.margin,
      marginPercent: revenue.marginPercent,
      eventCount: 2,
    })
    expect(sumOf(buckets, 'revenue')).toBeCloseTo(revenue.revenue, 8)
    expect(sumOf(buckets, 'cost')).toBeCloseTo(revenue.cost, 8)
  }
  const { buckets } = await overview(api)
  expect(buckets).toHaveLength(31)
  expect(buckets[4]).toMatchObject({ date: '2026-03-05', cost: 0.0025, eventCount: 1 })
})

test('the change compares with the same number of days before, and is absent without earlier figures', async () => {
  const { api } = await givenOrganization()
  const deal = await givenDeal(api, { subscription: { startDate: '2026-01-01' } })
  await deal.use('ticket', 10, '2026-02-05T10:00:00Z', GPT_4O)
  await deal.use('ticket', 15, '2026-03-05T10:00:00Z', GPT_4O)
  const answer = await overview(api)
  expect(answer.dateRangeBefore).toEqual({ startDate: '2026-01-29', endDate: '2026-02-28' })
  expect(answer.before).toMatchObject({ revenue: 10, cost: 0.0025 })
  // Margin rises from 99.975 to 99.9833… percent; usage without a fee counts in the run rate too.
  expect(answer.change).toEqual({
    revenuePercent: 50,
    costPercent: 0,
    marginPoints: 0.0083333333,
    mrrPercent: 50,
  })
  const first = await overview(api, 'startDate=2026-02-01&endDate=2026-02-28')
  expect(first.before.revenue).toBe(0)
  expect(first.change).toMatchObject({
    revenuePercent: null,
    costPercent: null,
    marginPoints: null,
  })
})

test('causes, customers and models of an overview are those of the reports about them', async () => {
  const { api } = await givenOrganization()
  const deal = await givenDeal(api, { subscription: { startDate: '2026-01-01' } })
  const dear = { ...GPT_4O, inputTokens: 10_000_000 }
  await deal.use('ticket', 10, '2026-02-05T10:00:00Z', GPT_4O)
  await deal.use('ticket', 15, '2026-03-05T10:00:00Z', dear)
  await deal.use('chat', 1, '2026-03-06T10:00:00Z', dear)
  const usageDate = '2026-03-05T10:00:00Z'
  await must(api.record(llm({ customerExternalId: 'rider', model: 'our-own', usageDate })))
  const answer = await overview(api)
  const reportOf = (name: string, query = MARCH) => must(api.get(`/v1/analytics/${name}?${query}`))
  const { sentences } = await reportOf('margin-breakdown')
  expect(sentences.length).toBeGreaterThan(1)
  expect(answer.sentences).toEqual(sentences)
  const { results, totalResults, withoutMargin } = await reportOf('customer-margins')
  expect(totalResults).toBe(2)
  expect(answer.customers).toEqual({ results, totalResults, withoutMargin })
  const report = await reportOf('cost')
  // The costs of rejected units are in the report only.
  const byModel = report.byModel.map(
    ({ costOfRejected: _, ...model }: { costOfRejected: number }) => model,
  )
  expect(answer.models).toEqual({ results: byModel, totalResults: 2 })
  const short = await overview(api, `${MARCH}&top=1`)
  expect(short.customers).toEqual({ results: results.slice(0, 1), totalResults, withoutMargin })
  expect(short.models).toEqual({ results: byModel.slice(0, 1), totalResults: 2 })
})

test('an unknown cost is counted in its bucket, and in the figures', async () => {
  const { api } = await givenOrganization()
  await must(api.record(llm({ model: 'our-own', usageDate: '2026-03-05T10:00:00Z' })))
  const { current, buckets } = await overview(api)
  expect(current).toMatchObject({ cost: 0, eventCount: 1, uncostedEvents: 1 })
  expect(buckets[4]).toMatchObject({ eventCount: 1, uncostedEvents: 1 })
})

test('revenue of several currencies is never added up, and shown in each', async () => {
  const { api } = await givenOrganization()
  await givenDeal(api, { prices: [FEE] })
  await givenDeal(api, { prices: [FEE], plan: { currency: 'EUR' } })
  const { currency, current, change, buckets } = await overview(api)
  expect([currency, current.revenue, current.mrr, change.revenuePercent]).toEqual(
    Array.from({ length: 4 }, () => null),
  )
  expect(buckets[0].revenue).toBeNull()
  expect(current.marginNote).toContain('currencies')
  const revenue = await must(api.get(`/v1/analytics/revenue?${MARCH}`))
  expect(current.byCurrency).toEqual(
    revenue.byCurrency.map(({ currency, revenue }: { currency: string; revenue: number }) => {
      return { currency, revenue, mrr: 48.0779569892 }
    }),
  )
})

test('a currency used only before the window hides no figure of the window', async () => {
  const { api } = await givenOrganization()
  const euros = { startDate: '2026-02-01', endDate: '2026-02-28' }
  await givenDeal(api, { prices: [FEE], plan: { currency: 'EUR' }, subscription: euros })
  await givenDeal(api, { prices: [FEE] })
  const { currency, current, before, change, buckets } = await overview(api)
  expect({ currency, revenue: current.revenue }).toEqual({ currency: 'USD', revenue: 49 })
  expect(sumOf(buckets, 'revenue')).toBeCloseTo(49, 8)
  expect(before).toMatchObject({ revenue: null, margin: null, mrr: null })
  expect(before.marginNote).toContain('a different currency')
  expect(before.byCurrency).toEqual([
    { currency: 'EUR', revenue: expect.any(Number), mrr: expect.any(Number) },
  ])
  expect(change).toMatchObject({ revenuePercent: null, marginPoints: null, mrrPercent: null })
})

test('a window without earnings has the currency of the preceding one', async () => {
  const { api } = await givenOrganization()
  const euros = { startDate: '2026-02-01', endDate: '2026-02-28' }
  await givenDeal(api, { prices: [FEE], plan: { currency: 'EUR' }, subscription: euros })
  const { currency, current, before, change } = await overview(
    api,
    'startDate=2026-04-01&endDate=2026-05-01',
  )
  expect(currency).toBe('USD')
  expect(current).toMatchObject({ revenue: 0, mrr: 0, byCurrency: [] })
  expect(before).toMatchObject({ revenue: 0, byCurrency: [] })
  const next = await overview(api)
  expect(next).toMatchObject({ currency: 'EUR', current: { revenue: 0, byCurrency: [] } })
  expect([before.marginNote, change.revenuePercent, next.change.revenuePercent]).toEqual([
    null,
    null,
    -100,
  ])
})

test('customers come with the lowest margin first, also those without a subscription', async () => {
  const { api } = await givenOrganization()
  const good = await givenDeal(api, { customer: { name: 'Good' } })
  await good.use('ticket', 10, '2026-03-05T10:00:00Z', GPT_4O)
  await recordOne(
    api,
    llm({ customerExternalId: 'free-rider', ...GPT_4O, usageDate: '2026-03-05T10:00:00Z' }),
  )
  const answer = await must(api.get(`/v1/analytics/customer-margins?${MARCH}`))
  expect(answer).toMatchObject({ totalResults: 2, withoutMargin: 0 })
  expect(answer.results).toMatchObject([
    { customerName: 'free-rider', revenue: 0, margin: -0.0075, marginPercent: null },
    { customerName: 'Good', revenue: 10, margin: 9.9975, marginPercent: 99.975 },
  ])
  const worst = await must(api.get(`/v1/analytics/customer-margins?${MARCH}&top=1`))
  expect(worst.results).toHaveLength(1)
})

test('work that earns nothing is counted again as unpriced, by customer too', async () => {
  const { api } = await givenOrganization()
  const usageDate = '2026-03-05T10:00:00Z'
  const deal = await givenDeal(api)
  await deal.use('ticket', 10, usageDate, GPT_4O)
  await deal.use('chat', 4, usageDate, GPT_4O)
  await recordOne(api, llm({ customerExternalId: 'free-rider', ...GPT_4O, usageDate, quantity: 2 }))
  const { current, before } = await overview(api)
  expect(current).toMatchObject({
    eventCount: 3,
    cost: 0.0125,
    unpriced: { quantity: 6, eventCount: 2, cost: 0.01 },
  })
  expect(before.unpriced).toEqual({ quantity: 0, eventCount: 0, cost: 0 })
  const { results } = await must(
    api.get(`/v1/analytics/customers?${MARCH}&customerId=${deal.customerId}`),
  )
  expect(results[0]).toMatchObject({
    eventCount: 2,
    unpriced: { quantity: 4, eventCount: 1, cost: 0.0025 },
  })
})

test('a customer with costs has no margin if billed in several currencies, or in another than USD', async () => {
  const { api } = await givenOrganization()
  const euros = { prices: [FEE, TICKETS], plan: { currency: 'EUR' } }
  const dollars = { prices: [FEE] }
  const [first, second] = [await givenDeal(api, dollars), await givenDeal(api, dollars)]
  const idle = await givenDeal(api, euros)
  const working = await givenDeal(api, euros)
  await working.use('ticket', 10, '2026-03-05T10:00:00Z', GPT_4O)
  const several = await givenDeal(api, dollars)
  const { planId, agentId } = idle
  await givenSubscription(api, { customerId: several.customerId, planId, agentId })
  const answer = await must(api.get(`/v1/analytics/customer-margins?${MARCH}`))
  expect(answer).toMatchObject({ totalResults: 3, withoutMargin: 2 })
  const own = { revenue: 49, cost: 0, margin: 49, marginPercent: 100, marginNote: null }
  const ids = [first, second, idle].map(({ customerId }) => customerId).toSorted()
  expect(answer.results).toMatchObject(
    ids.map((customerId) => {
      return { customerId, currency: customerId === idle.customerId ? 'EUR' : 'USD', ...own }
    }),
  )
  const { results } = await must(api.get(`/v1/analytics/customer-margins?${MARCH}&top=2`))
  expect(results).toEqual(answer.results.slice(0, 2))
})
