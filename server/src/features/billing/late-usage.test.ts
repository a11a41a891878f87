import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY, TICKETS } from '../../../test/support/deal.ts'
import { lineTable, month, readInvoice } from '../../../test/support/invoice.ts'
import { GPT_4O } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { isOfSubscription } from '../invoices/invoice.ts'
import { findInvoice } from '../invoices/ledger.ts'
import { finalizeDrafts } from './finalize.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
const FEBRUARY = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }

const t = useTestApp({ now: () => NOW })
const { api } = t

/** Finalizes a draft, as the billing job does some time after its period has ended. */
async function freeze(id: string) {
  const { db } = t.dependencies
  const organizationId = t.organization.id
  await db.transaction().execute(async (tx) => {
    const draft = await findInvoice(tx, { organizationId, id })
    if (draft && isOfSubscription(draft))
      await finalizeDrafts(tx, [draft], { now: NOW, businessNow: NOW })
  })
}

const GRADUATED = {
  name: 'Tiered',
  signal: 'ticket',
  pricingModel: 'graduated',
  tiers: [
    { lower: 0, upper: 100, rate: 1 },
    { lower: 100, upper: null, rate: '0.5' },
  ],
}

test('usage that arrives after its invoice is on the next one, at the rates of its own period', async () => {
  const deal = await givenDeal(api, { prices: [GRADUATED], subscription: SINCE_JANUARY })
  await deal.use('ticket', 90, '2026-01-10T00:00:00Z')
  const january = await deal.generate(JANUARY)
  expect(january.total).toBe(90)
  await freeze(january.id)

  // A price change for later periods must not affect the earlier one.
  const path = `/v1/pricing-plans/${deal.planId}/pricing-strategies`
  const [strategy] = (await api.get(path)).body.results
  const tiers = [{ lower: 0, upper: null, rate: 7 }]
  expect((await api.patch(`${path}/${strategy.id}`, { tiers })).status).toBe(200)
  await deal.use('ticket', 30, '2026-01-20T00:00:00Z', GPT_4O)
  await deal.use('ticket', 2, '2026-02-20T00:00:00Z')

  const february = await deal.generate(FEBRUARY)
  expect(lineTable(february)).toEqual([
    ['usage', 2, 14],
    ['late_usage', 30, 20],
  ])
  expect(february.lineItems[1]).toMatchObject({
    periodStart: '2026-01-01T00:00:00.000Z',
    periodEnd: '2026-02-01T00:00:00.000Z',
    billed: { quantity: 90, amount: 90 },
    tiers: [
      { units: 100, amount: 100 },
      { units: 20, amount: 10 },
    ],
    cost: 0.0025,
    eventCount: 1,
  })
})

test('late usage is billed once, however many invoices follow', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 1, '2026-01-10T00:00:00Z')
  await freeze((await deal.generate(JANUARY)).id)
  await deal.use('ticket', 2, '2026-01-11T00:00:00Z')
  await freeze((await deal.generate(FEBRUARY)).id)
  await deal.use('ticket', 4, '2026-01-12T00:00:00Z')
  const march = await deal.generate()
  expect(lineTable(march)).toEqual([
    ['usage', 0, 0],
    ['late_usage', 4, 4],
  ])
  expect(march.lineItems[1]?.billed).toEqual({ quantity: 3, amount: 3 })
})

test('usage that arrives while its invoice is a draft is on that draft', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  const january = await deal.generate(JANUARY)
  await deal.use('ticket', 2, '2026-01-11T00:00:00Z')
  expect((await deal.generate(FEBRUARY)).total).toBe(0)
  await freeze(january.id)
  expect((await api.get(`/v1/invoices/${january.id}`)).body.total).toBe(2)
})

test('an invoice whose late usage another one settles cannot be voided before that one', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 1, '2026-01-10T00:00:00Z')
  const january = await deal.generate(JANUARY)
  await freeze(january.id)
  await deal.use('ticket', 2, '2026-01-11T00:00:00Z')
  const february = await deal.generate(FEBRUARY)
  const refused = await api.post(`/v1/invoices/${january.id}/void`, {})
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain(february.invoiceNumber)
  expect((await api.post(`/v1/invoices/${february.id}/void`, {})).status).toBe(200)
  expect((await api.post(`/v1/invoices/${january.id}/void`, {})).status).toBe(200)
  expect((await deal.generate(JANUARY)).total).toBe(3)
})

test('credit is taken by the next invoice, once', async () => {
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, proratedAmount: -30 } })
  await deal.use('ticket', 10, '2026-01-05T00:00:00Z')
  await deal.use('ticket', 50, '2026-02-05T00:00:00Z')
  await freeze((await deal.generate(JANUARY)).id)
  const february = await deal.generate(FEBRUARY)
  expect(february).toMatchObject({ subtotal: 50, creditTotal: 20, total: 30 })
  await freeze(february.id)
  expect(await deal.generate()).toMatchObject({ subtotal: 0, creditTotal: 0, total: 0 })
})

test('proratedAmount is billed once for each time that it is set', async () => {
  const deal = await givenDeal(api, {
    prices: [{ chargeType: 'recurring', rate: 100 }],
    subscription: { ...SINCE_JANUARY, proratedAmount: 5 },
  })
  const path = `/v1/subscriptions/${deal.subscriptionId}`
  const january = await deal.generate(JANUARY)
  expect(january.total).toBe(105)
  await freeze(january.id)
  expect((await deal.generate(FEBRUARY)).total).toBe(100)
  expect((await api.patch(path, { proratedAmount: 7 })).status).toBe(200)
  expect((await deal.generate(FEBRUARY)).total).toBe(107)
})

test('an event is billed by one subscription, when a new one begins as another ends', async () => {
  const deal = await givenDeal(api, {
    subscription: { ...SINCE_JANUARY, endDate: '2026-02-10T12:00:00Z' },
  })
  await deal.use('ticket', 1, '2026-02-10T11:59:00Z')
  await deal.use('ticket', 2, '2026-02-10T12:01:00Z')
  const { customerId, planId, agentId } = deal
  const next = await api.post('/v1/subscriptions', {
    name: 'Again',
    startDate: '2026-02-10',
    customerId,
    planId,
    agentId,
  })
  expect(next.status, JSON.stringify(next.body)).toBe(201)
  const first = await deal.generate()
  expect(lineTable(first)).toEqual([['usage', 1, 1]])
  const second = await api.post('/v1/invoices/generate', {
    customerId,
    subscriptionId: next.body.id,
    billingPeriodStart: '2026-02-10',
  })
  expect(lineTable(second.body)).toEqual([['usage', 2, 2]])
})

test('a signal without a price has costs, but bills nothing', async () => {
  const deal = await givenDeal(api, { prices: [TICKETS], subscription: SINCE_JANUARY })
  await deal.use('unpriced', 5, '2026-03-02T10:00:00Z', GPT_4O)
  const body = await deal.generate()
  expect(body).toMatchObject({ total: 0, totalCost: 0.0025, margin: -0.0025 })
})

test('usage that arrives after the last invoice of an ended subscription is on a final invoice', async () => {
  const deal = await givenDeal(api, {
    prices: [TICKETS, { chargeType: 'recurring', rate: 28 }],
    subscription: { ...SINCE_JANUARY, endDate: '2026-02-14' },
  })
  await deal.use('ticket', 3, '2026-02-10T00:00:00Z')
  const last = await deal.generate()
  expect(last.total).toBe(17)
  await freeze(last.id)
  const nothing = await deal.tryGenerate()
  expect(nothing.status).toBe(409)
  expect(nothing.body.message).toContain(last.invoiceNumber)

  await deal.use('ticket', 4, '2026-02-14T10:00:00Z')
  await deal.use('ticket', 100, '2026-03-01T00:00:00Z')
  const preview = await deal.preview()
  expect(lineTable(preview.body)).toEqual([['late_usage', 4, 4]])
  const finalInvoice = await deal.generate()
  expect(lineTable(finalInvoice)).toEqual([['late_usage', 4, 4]])
  expect(finalInvoice).toMatchObject({ status: 'draft', periodEnd: NOW.toISOString() })

  await deal.use('ticket', 1, '2026-02-14T11:00:00Z')
  expect(await deal.generate()).toMatchObject({ id: finalInvoice.id, total: 5 })
  await freeze(finalInvoice.id)
  expect((await deal.tryGenerate()).status).toBe(409)
})

test('a subscription that continues after a final invoice is billed for all of its time', async () => {
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, endDate: '2026-01-31' } })
  await freeze((await deal.generate()).id)
  await deal.use('ticket', 4, '2026-01-14T10:00:00Z')
  await freeze((await deal.generate()).id)
  await deal.use('ticket', 7, '2026-02-14T10:00:00Z')
  const path = `/v1/subscriptions/${deal.subscriptionId}`
  expect((await api.patch(path, { endDate: null, isForever: true })).status).toBe(200)
  expect((await deal.generate(FEBRUARY)).total).toBe(7)
})

test('late usage belongs to the first finalized invoice and is removed from other drafts', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await freeze((await deal.generate(JANUARY)).id)
  await deal.use('ticket', 4, '2026-01-14T10:00:00Z', GPT_4O)
  await deal.use('unpriced', 1, '2026-01-14T10:00:00Z', GPT_4O)
  const february = await deal.generate(FEBRUARY)
  const march = await deal.generate()
  expect([february.total, march.total]).toEqual([4, 0])
  await freeze(march.id)
  const read = async ({ id }: { id: string }) => (await api.get(`/v1/invoices/${id}`)).body
  const [draft, final] = [await read(february), await read(march)]
  expect([draft.status, draft.total, draft.totalCost]).toEqual(['draft', 0, 0])
  expect([final.total, final.totalCost]).toEqual([4, 0.005])
})

test('drafts that lose their late usage do not settle it against each other', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await freeze((await deal.generate(JANUARY)).id)
  await deal.use('ticket', 30, '2026-01-14T10:00:00Z', GPT_4O)
  await deal.use('unpriced', 1, '2026-01-14T10:00:00Z', GPT_4O)
  const february = await deal.generate(FEBRUARY)
  await deal.use('ticket', 22, '2026-01-15T10:00:00Z', GPT_4O)
  await deal.use('unpriced', 1, '2026-01-15T10:00:00Z', GPT_4O)
  const early = await deal.generate(month('2026-03-01', '2026-03-05'))
  const rest = await deal.generate(month('2026-03-05', '2026-03-10'))
  expect([february.total, early.total, rest.total]).toEqual([30, 22, 0])
  await freeze(rest.id)
  expect(await readInvoice(api, rest.id)).toMatchObject({ total: 52, totalCost: 0.01 })
  for (const { id } of [february, early]) {
    const draft = await readInvoice(api, id)
    expect([draft.status, lineTable(draft), draft.totalCost]).toEqual([
      'draft',
      [['usage', 0, 0]],
      0,
    ])
  }
})
