import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal, TICKETS, tiered } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { MARCH, sendInvoice } from '../support/invoice.ts'
import { GPT_4O } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-05-15T12:00:00Z'), atEnd: expectRollupsToAddUp })

const MARCH_DAYS = 'startDate=2026-03-01&endDate=2026-03-31'
const outcomes = async (customerId: string) =>
  (await must(t.api.get(`/v1/analytics/outcomes?${MARCH_DAYS}&customerId=${customerId}`))).results
const profit = (query: string) =>
  must(t.api.get(`/v1/analytics/profitability?${MARCH_DAYS}&${query}`))
type Row = { kind: string; revenue: number; invoiced: number; name: string | null; cost: number }
const table = (rows: Row[]) => rows.map(({ kind, name, revenue }) => [kind, name, revenue])

test('an event realises its share, by billable quantity, of the line that bills it', async () => {
  const deal = await givenDeal(t.api, { prices: [tiered('job', 'graduated')] })
  await deal.use('job', 100, '2026-03-05T10:00:00Z', GPT_4O)
  await deal.use('job', 50, '2026-03-20T10:00:00Z', GPT_4O)
  const [late, early] = await outcomes(deal.customerId)
  expect(late).toMatchObject({
    subscriptionId: deal.subscriptionId,
    quantity: 50,
    billableQuantity: 50,
    cost: 0.0025,
    currency: 'USD',
    revenue: Number(((12.5 * 50) / 150).toFixed(10)),
    invoiced: 0,
  })
  expect(early.revenue + late.revenue).toBeCloseTo(12.5, 9)
  await sendInvoice(t.api, await deal.generate(MARCH))
  const billed = await outcomes(deal.customerId)
  expect(billed[0].invoiced).toBe(billed[0].revenue)
  await deal.use('job', 150, '2026-03-21T10:00:00Z')
  const [, afterLate] = await outcomes(deal.customerId)
  expect(afterLate).toMatchObject({
    revenue: Number(((20 * 50) / 300).toFixed(10)),
    invoiced: Number(((12.5 * 50) / 300).toFixed(10)),
  })
})

test('an event without a subscription realises nothing, and one without a cost has no margin', async () => {
  const deal = await givenDeal(t.api, {
    prices: [TICKETS],
    subscription: { startDate: '2026-03-10' },
  })
  await deal.use('ticket', 1, '2026-03-05T10:00:00Z', GPT_4O)
  const work = { customerExternalId: deal.externalId, agentCode: deal.agentCode }
  const unknown = { model: 'house-model', modelProvider: 'in-house', signalName: 'ticket' }
  await t.api.record({ ...work, ...unknown, usageDate: '2026-03-11T10:00:00Z' })
  const [uncosted, unowned] = await outcomes(deal.customerId)
  expect(uncosted).toMatchObject({ revenue: 1, cost: null, margin: null })
  expect(uncosted.marginNote).toContain('not known yet')
  expect(unowned).toMatchObject({ revenue: null, cost: 0.0025, subscriptionId: null })
})

test('the rows of profitability are outcomes, fees, discounts and the rest, each separately', async () => {
  const pool = [
    { lower: 0, upper: 10, rate: 20 },
    { lower: 10, upper: null, rate: 1 },
  ]
  const prices = [TICKETS, FEE, tiered('idle', 'credit_pool', pool)]
  const deal = await givenDeal(t.api, { prices })
  const coupon = await t.api.post('/v1/coupons', { name: 'Half', percentOff: 50 })
  await must(t.api.post('/v1/discounts', { couponId: coupon.body.id, customerId: deal.customerId }))
  await deal.use('ticket', 31, '2026-03-05T10:00:00Z', GPT_4O)
  const invoice = await sendInvoice(t.api, await deal.generate(MARCH))
  expect([Number(invoice.subtotal), Number(invoice.discountTotal)]).toEqual([100, 50])
  const filter = `customerId=${deal.customerId}`
  const answer = await profit(filter)
  expect(table(answer.rows)).toEqual([
    ['outcomes', 'Acme', 31],
    ['without_quantity', 'Acme', 20],
    ['recurring', 'Acme', 49],
    ['discount', 'Acme', -50],
  ])
  expect(answer.totals).toMatchObject([
    { currency: 'USD', revenue: 50, invoiced: 50, cost: 0.0025, margin: 49.9975 },
  ])
  expect(table((await profit(`${filter}&groupBy=signal`)).rows)).toEqual([
    ['outcomes', 'ticket', 31],
    ['without_quantity', 'idle', 20],
    ['recurring', null, 49],
    ['discount', null, -50],
  ])
  expect(table((await profit(`${filter}&groupBy=model`)).rows)).toEqual([
    ['outcomes', 'openai/gpt-4o', 31],
    ['without_quantity', null, 20],
    ['recurring', null, 49],
    ['discount', null, -50],
  ])
  const days = await profit(`${filter}&groupBy=day`)
  const fifth = days.rows.filter(({ name }: Row) => name === '2026-03-05')
  expect(table(fifth)).toEqual([
    ['outcomes', '2026-03-05', 31],
    ['recurring', '2026-03-05', Number((49 / 31).toFixed(10))],
    ['discount', '2026-03-05', Number((-50 / 31).toFixed(10))],
  ])
  const sum = days.rows.reduce((total: number, { revenue }: Row) => total + revenue, 0)
  expect(sum).toBeCloseTo(50, 9)
  // Only days have their shares of the window.
  const worked = days.byKey.find(({ name }: Row) => name === '2026-03-05')
  expect(worked.costPercent).toBe(100)
  expect(worked.revenuePercent).toBeCloseTo(worked.revenue * 2, 8)
  expect(answer.byKey[0]).toMatchObject({ revenuePercent: null, costPercent: null })
})
