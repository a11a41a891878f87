import { expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { givenDeal } from '../support/deal.ts'
import { type Fields, givenPlan, strategiesOf } from '../support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

const FEE: Fields = { chargeType: 'recurring', rate: 31 }

async function run(time: string) {
  at = new Date(time)
  await runBilling(t.dependencies, { now: at, only: organization.id })
}

test('a fee is billed in arrears unless it says otherwise, and a one-time fee has no timing', async () => {
  const { id } = await givenPlan(api)
  const sent = [FEE, { ...FEE, billTiming: null }, { ...FEE, billTiming: 'advance' }]
  const { body } = await api.post(strategiesOf(id), [...sent, { chargeType: 'onetime', rate: 9 }])
  const timings = body.results.map(({ billTiming }: Fields) => billTiming)
  expect(timings).toEqual(['arrears', 'arrears', 'advance', null])
})

test.each([
  [{ ...FEE, billTiming: 'later' }, 'billTiming must be arrears'],
  [{ ...FEE, billTiming: true }, 'billTiming must be arrears'],
  [
    { chargeType: 'onetime', rate: 9, billTiming: 'advance' },
    'billTiming is for chargeType recurring',
  ],
  [
    { chargeType: 'usage', pricingModel: 'flat', rate: 1, billTiming: 'arrears' },
    'billTiming is for chargeType recurring',
  ],
])('refuses %j', async (price, message) => {
  const { id } = await givenPlan(api)
  const { status, body } = await api.post(strategiesOf(id), [price])
  expect(status).toBe(400)
  expect(JSON.stringify(body.message)).toContain(message)
})

test('a change of the timing is in the changelog, and a copy of the plan has it', async () => {
  const deal = await givenDeal(api, { prices: [FEE] })
  await deal.change(0, { billTiming: 'advance' })
  await deal.change(0, { rate: 62 })
  const url = `/v1/subscriptions/${deal.subscriptionId}/changelog`
  const { body } = await api.get(url)
  const changes = body.results.flatMap((entry: { changes: Fields[] }) => entry.changes)
  expect(changes).toContainEqual(
    expect.objectContaining({
      field: expect.stringMatching(/billTiming$/),
      from: 'arrears',
      to: 'advance',
    }),
  )
  const copy = await api.post(`/v1/pricing-plans/${deal.planId}/copy`, {})
  const prices = await api.get(strategiesOf(copy.body.id))
  expect(prices.body.results).toMatchObject([{ billTiming: 'advance', rate: 62 }])
})

test('a price that becomes a one-time fee loses its timing', async () => {
  const deal = await givenDeal(api, { prices: [{ ...FEE, billTiming: 'advance' }] })
  await deal.change(0, { chargeType: 'onetime' })
  const { body } = await api.get(strategiesOf(deal.planId))
  expect(body.results).toMatchObject([{ chargeType: 'onetime', billTiming: null }])
})

test('the preview of a subscription shows the invoice of its start', async () => {
  const deal = await givenDeal(api, { prices: [{ ...FEE, billTiming: 'advance' }] })
  const { planId, agentId, customerId } = deal
  await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { endDate: '2026-03-31' })
  const { body } = await api.post('/v1/subscriptions/preview', {
    ...{ name: 'Next', planId, agentId, customerId },
    startDate: '2026-05-01',
  })
  expect(body.invoice).toMatchObject({
    issueDate: '2026-05-01T00:00:00.000Z',
    total: 31,
    lineItems: [{ type: 'recurring', isAdvance: true, amount: 31 }],
  })
})

test('what a day earned does not depend on the timing, and month-end defers what is billed for later', async () => {
  const seats: Fields = { chargeType: 'seat_based', rate: 7.01 }
  const subscription = { startDate: '2026-01-01', seatsCount: 3 }
  const arrears = await givenDeal(api, { prices: [FEE, seats], subscription })
  const prices = [FEE, seats].map((price) => ({ ...price, billTiming: 'advance' }))
  const advance = await givenDeal(api, { prices, subscription })
  const earned = async ({ customerId }: { customerId: string }, days: string) =>
    (await api.get(`/v1/analytics/revenue?customerId=${customerId}&${days}`)).body.revenue
  const expectAlike = async () => {
    for (const [from, to] of [
      ['2026-01-01', '2026-01-10'],
      ['2026-01-11', '2026-02-03'],
      ['2026-02-04', '2026-04-30'],
    ]) {
      const days = `startDate=${from}&endDate=${to}`
      expect(await earned(advance, days)).toBeCloseTo(await earned(arrears, days), 8)
    }
  }
  const deferred = async () => {
    const days = 'startDate=2026-01-01&endDate=2026-01-31'
    const url = `/v1/analytics/month-end?customerId=${advance.customerId}&${days}&cutOff=2026-02-03`
    return (await api.get(url)).body.revenue
  }
  await expectAlike()
  await run('2026-01-01T00:00:00Z')
  await run('2026-01-02T00:00:00Z')
  await expectAlike()
  expect(await deferred()).toMatchObject([{ revenue: 52.03, invoiced: 52.03, deferred: 0 }])
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  await expectAlike()
  expect(await deferred()).toMatchObject([{ revenue: 52.03, invoiced: 52.03, deferred: 52.03 }])
  for (const { subscriptionId } of [arrears, advance]) {
    await api.patch(`/v1/subscriptions/${subscriptionId}`, { endDate: '2026-02-07' })
  }
  await run('2026-02-08T00:00:00Z')
  await run('2026-02-09T00:00:00Z')
  const days = 'startDate=2026-01-01&endDate=2026-12-31'
  expect(await earned(advance, days)).toBeCloseTo(await earned(arrears, days), 8)
  expect(await earned(advance, 'startDate=2026-03-01&endDate=2026-03-31')).toBe(0)
})

test('a budget of revenue counts the fee of the current period, not that of the next one', async () => {
  const deal = await givenDeal(api, {
    prices: [{ ...FEE, billTiming: 'advance' }],
    subscription: { startDate: '2026-01-01', endDate: '2026-02-28' },
  })
  const budget = await api.post('/v1/budgets', {
    name: 'Revenue',
    period: 'billing_period',
    action: 'block',
    measure: 'revenue',
    amount: '1000',
  })
  expect(budget.status, JSON.stringify(budget.body)).toBe(201)
  const url = `/v1/budgets/${budget.body.id}/status?customerId=${deal.customerId}`
  const spent = async () => Number((await api.get(url)).body.spent)
  await run('2026-01-01T00:00:00Z')
  await run('2026-01-02T00:00:00Z')
  expect(await spent()).toBe(31)
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  expect(await spent()).toBe(31)
})
