import { expect, test } from 'vitest'
import { sweepAlerts } from '../../src/features/control/alerts/sweep.ts'
import { must } from '../support/app.ts'
import { type DealFields, FEE, flatPrice, givenDeal, tiered } from '../support/deal.ts'
import {
  type Fields,
  givenAgent,
  givenCoupon,
  givenDiscount,
  givenPlan,
  givenStrategies,
  givenSubscription,
  givenTaxRate,
  unique,
} from '../support/given.ts'
import { llm, recordOne, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const now = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => now })
const { api, organization } = useOrganizationPerTest(t)

const terms = { name: 'A period', period: 'billing_period', action: 'block' }
const revenueBudget = (fields: Fields = {}) =>
  must(api.post('/v1/budgets', { ...terms, measure: 'revenue', amount: '1000', ...fields }))
const marginBudget = (fields: Fields = {}) => {
  const margin = { measure: 'margin', amount: '60', toleratedLoss: '0.02' }
  return must(api.post('/v1/budgets', { ...terms, ...margin, ...fields }))
}
const statusOf = ({ id }: Fields, customerId: string) =>
  must(api.get(`/v1/budgets/${id}/status?customerId=${customerId}`))
const page = (model: string) => tiered('page', model)
const pool = tiered('page', 'credit_pool', [
  { lower: 0, upper: 500, rate: 99 },
  { lower: 500, upper: null, rate: 0.2 },
])

/** What the customer pays for the current period by a real preview, without tax. */
async function previewed(deal: { preview: (window?: Fields) => ReturnType<typeof api.post> }) {
  const { subtotal, discountTotal, taxes = [] } = await must(deal.preview())
  const included = taxes
    .filter(({ isInclusive }: Fields) => isInclusive)
    .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
  return (subtotal - discountTotal - included).toFixed(2)
}

test.each<[string, DealFields]>([
  ['flat', { prices: [flatPrice('page', '0.333')] }],
  ['graduated', { prices: [page('graduated')] }],
  ['volume', { prices: [page('volume')] }],
  ['credit pool', { prices: [pool] }],
  [
    'fee and seats',
    { prices: [FEE, { chargeType: 'seat_based', rate: 9.99 }, flatPrice('page', 1)] },
  ],
  ['one-time', { prices: [{ chargeType: 'onetime', rate: 99 }, page('graduated')] }],
  ['another currency', { prices: [page('graduated')], plan: { currency: 'EUR' } }],
])('the live revenue equals the invoice preview to the cent: %s', async (_name, fields) => {
  const deal = await givenDeal(api, fields)
  const coupon = await givenCoupon(api, { percentOff: 7 })
  await givenDiscount(api, { couponId: coupon.id, subscriptionId: deal.subscriptionId })
  const budget = await revenueBudget({ currency: fields.plan?.currency ?? 'USD' })
  for (const quantity of [1, 99, 1, 401, 733]) {
    await deal.use('page', quantity, '2026-03-10')
    const { spent } = await statusOf(budget, deal.customerId)
    expect(Number(spent).toFixed(2)).toBe(await previewed(deal))
  }
})

test('the live revenue is before tax, added or included', async () => {
  const included = await givenTaxRate(api, { name: 'VAT', percentage: 19, isInclusive: true })
  const deal = await givenDeal(api, {
    prices: [flatPrice('page', '1.19')],
    customer: { taxRateIds: [included.id] },
  })
  await deal.use('page', 100, '2026-03-10')
  const budget = await revenueBudget()
  expect(await statusOf(budget, deal.customerId)).toMatchObject({ spent: '100' })
})

test('a part of the period that is invoiced counts as invoiced, and the rest as previewed', async () => {
  const deal = await givenDeal(api, { prices: [page('graduated')] })
  await deal.use('page', 150, '2026-03-03')
  const budget = await revenueBudget()
  const before = (await statusOf(budget, deal.customerId)).spent
  const { id } = await deal.generate({
    ...{ billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-03-08' },
  })
  expect((await statusOf(budget, deal.customerId)).spent).toBe(before)
  await must(api.post(`/v1/invoices/${id}/send`, {}))
  expect((await statusOf(budget, deal.customerId)).spent).toBe(before)
  await deal.use('page', 1_000, '2026-03-12')
  // 100 × 0.10 + 900 × 0.05 + 150 × 0.01
  expect((await statusOf(budget, deal.customerId)).spent).toBe('56.5')
  await must(api.post(`/v1/invoices/${id}/void`, { reason: 'Wrong' }))
  expect((await statusOf(budget, deal.customerId)).spent).toBe('56.5')
})

test('of an invoice that began before the period, what it bills of the period counts', async () => {
  const deal = await givenDeal(api, {
    prices: [page('graduated')],
    subscription: { startDate: '2026-01-01' },
  })
  const coupon = await givenCoupon(api, { percentOff: 10, duration: 'forever' })
  await givenDiscount(api, { couponId: coupon.id, subscriptionId: deal.subscriptionId })
  const margin = { measure: 'margin', amount: 0, toleratedLoss: '1' }
  const [revenue, loss] = [await revenueBudget(), await revenueBudget(margin)]
  await deal.use('page', 500, '2026-02-20')
  await deal.use('page', 150, '2026-03-03')
  const before = await statusOf(revenue, deal.customerId)
  const { limit, spent } = await statusOf(loss, deal.customerId)
  const { id, subtotal } = await deal.generate({
    ...{ billingPeriodStart: '2026-02-15', billingPeriodEnd: '2026-03-08' },
  })
  // 100 × 0.10 + 400 × 0.05 in February, 100 × 0.10 + 50 × 0.05 in March
  expect(subtotal).toBe(42.5)
  for (const action of ['send', 'payments']) {
    await must(api.post(`/v1/invoices/${id}/${action}`, action === 'send' ? {} : { amount: 1 }))
    expect((await statusOf(revenue, deal.customerId)).spent).toBe(before.spent)
    expect(await statusOf(loss, deal.customerId)).toMatchObject({ limit, spent })
  }
  expect(before.spent).toBe('11.25')
  await deal.use('page', 1_000, '2026-03-12')
  expect((await statusOf(revenue, deal.customerId)).spent).toBe('50.85')
})

test('runs are held by what they would be billed, and the next tier by its price', async () => {
  const deal = await givenDeal(api, { prices: [page('graduated')] })
  await revenueBudget({ amount: '10.10' })
  const ask = (quantity: number, fields: Fields = {}) =>
    must(
      api.post('/v1/guard/holds', {
        ...{ customerExternalId: deal.externalId, agentCode: deal.agentCode, signalName: 'page' },
        ...{ estimatedCostUsd: 1, runId: unique('run'), quantity },
        ...fields,
      }),
    )
  await deal.use('page', 60, '2026-03-10')
  const first = await ask(40)
  expect(first.budgets).toMatchObject([{ measure: 'revenue', spent: '6', held: '0', asked: '4' }])
  // The units after the first 100 cost 0.05 each.
  expect(await ask(3)).toMatchObject({
    ...{ decision: 'block', reason: 'budget_exceeded' },
    message: 'A period: 6 spent + 4 held + 0.15 asked > 10.1 USD',
  })
  expect((await ask(2)).decision).toBe('allow')
  // A run without a signal may produce each of them.
  expect((await ask(1, { signalName: undefined })).decision).toBe('block')
})

test('parallel runs never pass a limit of revenue together', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', '0.13')] })
  const budget = await revenueBudget({ amount: '2.00' })
  const answers = await Promise.all(
    times(40, (n) =>
      must(
        api.post('/v1/guard/holds', {
          ...{ customerExternalId: deal.externalId, agentCode: deal.agentCode },
          ...{ signalName: 'page', estimatedCostUsd: 0, runId: `run-${n}` },
        }),
      ),
    ),
  )
  expect(answers.filter(({ decision }) => decision === 'allow')).toHaveLength(15)
  expect(await statusOf(budget, deal.customerId)).toMatchObject({ held: '1.95', remaining: '0.05' })
})

test('a margin blocks once cost passes its share of the revenue by more than the tolerated loss', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', '0.05')] })
  const budget = await marginBudget()
  const work = { customerExternalId: deal.externalId, agentCode: deal.agentCode }
  const ask = (estimatedCostUsd: string) =>
    must(api.post('/v1/guard/checks', { ...work, signalName: 'page', estimatedCostUsd }))
  // Without revenue yet, the tolerated loss is all there is.
  expect((await ask('0.02')).decision).toBe('allow')
  expect((await ask('0.0201')).decision).toBe('block')
  // Each event costs 0.0075 and earns 0.05, of which cost may have 0.02.
  await recordOne(api, llm({ ...work, signalName: 'page', usageDate: '2026-03-10' }))
  expect(await statusOf(budget, deal.customerId)).toMatchObject({
    ...{ limit: '0.04', spent: '0.0075', held: '0', remaining: '0.0325' },
  })
  expect((await ask('0.0325')).decision).toBe('allow')
  expect(await ask('0.0326')).toMatchObject({
    message: 'A period: 0.0075 spent + 0 held + 0.0326 asked > 0.04 USD',
  })
  // An outcome that is not billed costs and earns nothing.
  await recordOne(api, llm({ ...work, signalName: 'page', quantity: 0, usageDate: '2026-03-10' }))
  expect(await statusOf(budget, deal.customerId)).toMatchObject({ limit: '0.04', spent: '0.015' })
})

test('a margin in another currency, or without a subscription, is not known and never blocks', async () => {
  const deal = await givenDeal(api, {
    prices: [flatPrice('page', 1)],
    plan: { currency: 'EUR' },
  })
  const budget = await marginBudget({ toleratedLoss: 0 })
  const ask = (externalId: string) =>
    must(
      api.post('/v1/guard/checks', {
        ...{ customerExternalId: externalId, agentCode: deal.agentCode, estimatedCostUsd: 100 },
      }),
    )
  expect(await ask(deal.externalId)).toMatchObject({ decision: 'allow', budgets: [] })
  const { status } = await api.get(`/v1/budgets/${budget.id}/status?customerId=${deal.customerId}`)
  expect(status).toBe(422)
  const { externalId } = await must(api.post('/v1/customers', { name: 'New', externalId: 'new' }))
  expect(await ask(externalId)).toMatchObject({ decision: 'allow', budgets: [] })
})

test('each subscription counts with its own period, those of the agent for a budget of an agent', async () => {
  const deal = await givenDeal(api, {
    prices: [FEE],
    subscription: { startDate: '2026-01-10' },
  })
  const other = await givenAgent(api)
  const { id: planId } = await givenPlan(api, { agentId: other.id })
  await givenStrategies(api, planId, { chargeType: 'recurring', rate: 10 })
  await givenSubscription(api, {
    ...{ customerId: deal.customerId, planId, agentId: other.id, startDate: '2026-02-20' },
  })
  const [all, own] = [await revenueBudget(), await revenueBudget({ agentId: other.id })]
  expect((await statusOf(all, deal.customerId)).spent).toBe('59')
  expect((await statusOf(own, deal.customerId)).spent).toBe('10')
})

test.each([
  [{ measure: 'revenue', amount: 5, period: 'day' }, 'period billing_period'],
  [{ measure: 'margin', amount: 5 }, 'toleratedLoss'],
  [{ measure: 'revenue', amount: 5, toleratedLoss: 1 }, 'toleratedLoss'],
  [{ measure: 'margin', amount: 101, toleratedLoss: 1 }, 'percentage'],
  [{ measure: 'revenue', amount: 5, isPerCustomer: false, action: 'alert' }, 'over all customers'],
  [{ measure: 'cost', amount: 5, currency: 'USD' }, 'currency'],
])('terms that such a budget cannot have are refused: %j', async (fields, text) => {
  const { status, body } = await api.post('/v1/budgets', { ...terms, ...fields })
  expect([status, body.message]).toEqual([422, expect.stringContaining(text)])
})

test('revenue and margin alert, a margin with the limit that its revenue gives', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', '0.01')] })
  await revenueBudget({ amount: '0.02', action: 'alert', thresholds: [50] })
  await marginBudget({ toleratedLoss: '0', action: 'alert', thresholds: [100] })
  const work = { customerExternalId: deal.externalId, agentCode: deal.agentCode }
  await recordOne(api, llm({ ...work, signalName: 'page', usageDate: '2026-03-10' }))
  const { alertDeps, log } = t.dependencies
  await sweepAlerts({ ...alertDeps, log, now: () => new Date() }, { lastFinish: undefined })
  await sweepAlerts({ ...alertDeps, log, now: () => new Date() }, { lastFinish: undefined })
  const { rows } = await t.database.pool.query(
    `select measure, kind, trim_scale(limit_amount)::text as limit_amount,
       trim_scale(spent)::text as spent
     from budget_alerts where organization_id = $1 order by measure, kind desc`,
    [organization.id],
  )
  expect(rows).toEqual([
    { measure: 'margin', kind: 'threshold', limit_amount: '0.004', spent: '0.0075' },
    { measure: 'margin', kind: 'exceeded', limit_amount: '0.004', spent: '0.0075' },
    { measure: 'revenue', kind: 'threshold', limit_amount: '0.02', spent: '0.01' },
  ])
})
