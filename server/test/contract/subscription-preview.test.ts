import { beforeEach, describe, expect, test } from 'vitest'
import { FEE, givenDeal, TICKETS, tiered } from '../support/deal.ts'
import { ABSENT, type Fields, givenCustomer, givenSubscription } from '../support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-20T12:00:00Z')
const t = useTestApp({ now: () => now })
const { api } = useOrganizationPerTest(t)
beforeEach(() => {
  now = new Date('2026-03-20T12:00:00Z')
})

const PREVIEW = '/v1/subscriptions/preview'
const SEATS: Fields = { chargeType: 'seat_based', name: 'Seats', rate: 10 }
const SET_UP: Fields = { chargeType: 'onetime', name: 'Set-up', rate: 99 }

/** Creates an offer with every kind of price, and a customer without a subscription to it. */
async function givenOfferOf(customer: Fields = {}) {
  const deal = await givenDeal(api, { prices: [TICKETS, FEE, SEATS, SET_UP] })
  const { id: customerId } = await givenCustomer(api, { externalId: 'new', ...customer })
  const { planId, agentId, agentCode } = deal
  return { ids: { planId, agentId, customerId }, agentCode, deal }
}

const preview = (fields: Fields) => api.post(PREVIEW, { name: 'Main', ...fields })
const days = (periods: Fields[]) => periods.map(({ start, end }) => [start, end])

describe('the periods', () => {
  test('are the first three, stub first, in the time zone of the customer', async () => {
    const { ids } = await givenOfferOf({ timezone: 'Europe/Berlin' })
    const { body } = await preview({ ...ids, startDate: '2026-03-20', billingDay: 1 })
    expect([body.status, body.timezone]).toEqual(['active', 'Europe/Berlin'])
    expect(body.periods).toEqual([
      {
        start: '2026-03-19T23:00:00.000Z',
        end: '2026-03-31T22:00:00.000Z',
        invoiceDate: '2026-04-01',
        state: 'current',
      },
      {
        start: '2026-03-31T22:00:00.000Z',
        end: '2026-04-30T22:00:00.000Z',
        invoiceDate: '2026-05-01',
        state: 'upcoming',
      },
      expect.objectContaining({ invoiceDate: '2026-06-01' }),
    ])
  })

  test.each<[Fields, string[]]>([
    [{ startDate: '2027-01-31' }, ['2027-02-28', '2027-03-31', '2027-04-30']],
    [
      { startDate: '2020-05-01', billingCycle: 'yearly' },
      ['2021-05-01', '2022-05-01', '2023-05-01'],
    ],
    [
      { startDate: '2026-03-20', billingCycle: 'custom', customCycleDays: 10 },
      ['2026-03-30', '2026-04-09', '2026-04-19'],
    ],
    [{ startDate: '2026-03-01', endDate: '2026-04-15' }, ['2026-04-01', '2026-04-16']],
  ])('of %j end on %j', async (fields, ends) => {
    const { ids } = await givenOfferOf()
    const { body } = await preview({ ...ids, ...fields })
    expect(body.periods.map(({ invoiceDate }: Fields) => invoiceDate)).toEqual(ends)
  })

  test('equal those of the created subscription', async () => {
    const { ids } = await givenOfferOf({ timezone: 'America/New_York' })
    const fields = { ...ids, name: 'Main', startDate: '2026-05-31', billingDay: 15 }
    const { body } = await preview(fields)
    const { id } = await givenSubscription(api, fields)
    const made = await api.get(`/v1/subscriptions/${id}/periods`)
    expect(days(made.body.results)).toEqual(days(body.periods))
  })
})

describe('the first invoice', () => {
  test('equals the later invoice of the first period, to the cent', async () => {
    const { ids, agentCode } = await givenOfferOf()
    const fields = { ...ids, startDate: '2026-03-20', billingDay: 1, seatsCount: 3, name: 'Main' }
    const asked = { ...fields, proratedAmount: '-5.25', invoiceMemo: 'Thank you' }
    const { status, body } = await preview(asked)
    expect(status).toBe(200)
    const subscription = await givenSubscription(api, asked)
    now = new Date('2026-04-01T09:00:00Z')
    const invoice = await api.post('/v1/invoices/generate', {
      customerId: ids.customerId,
      subscriptionId: subscription.id,
      billingPeriodStart: '2026-03-20',
      billingPeriodEnd: '2026-04-01',
    })
    expect(invoice.status).toBe(201)
    const shown = ({
      total,
      subtotal,
      taxTotal,
      periodStart,
      periodEnd,
      memo,
      dueDate,
    }: Fields) => ({
      total,
      subtotal,
      taxTotal,
      periodStart,
      periodEnd,
      memo,
      dueDate: String(dueDate).slice(0, 10),
    })
    expect(shown(body.invoice)).toEqual(shown(invoice.body))
    const amounts = ({ lineItems }: { lineItems: Fields[] }) =>
      lineItems.map(({ type, description, amount }) => [type, description, amount])
    expect(amounts(body.invoice)).toEqual(amounts(invoice.body))
    expect(amounts(body.invoice).length).toBeGreaterThan(3)
    expect(agentCode).toBeDefined()
  })

  test('has the usage that is there already when it starts in the past', async () => {
    const deal = await givenDeal(api, { prices: [tiered('ticket', 'graduated')] })
    const { id: customerId } = await givenCustomer(api, { externalId: 'busy' })
    await deal.use('ticket', 150, '2026-03-05T10:00:00Z', { customerExternalId: 'busy' })
    const ids = { planId: deal.planId, agentId: deal.agentId, customerId }
    const { body } = await preview({ ...ids, startDate: '2026-03-01' })
    // 100 at 0.10 and 50 at 0.05.
    expect(body.invoice.total).toBe(12.5)
  })
})

test('stores nothing: no subscription, no history, no events', async () => {
  const { ids } = await givenOfferOf()
  const { db } = t.dependencies
  const count = async () => {
    const rows = await Promise.all([
      db.selectFrom('subscriptions').select('id').execute(),
      db.selectFrom('subscriptionChanges').select('id').execute(),
      db.selectFrom('outboxEvents').select('id').execute(),
    ])
    return rows.map((all) => all.length)
  }
  const before = await count()
  expect((await preview({ ...ids, startDate: '2026-03-01' })).status).toBe(200)
  expect(await count()).toEqual(before)
  expect((await api.get(`/v1/subscriptions?customerId=${ids.customerId}`)).body.totalResults).toBe(
    0,
  )
})

describe('is refused in the same cases as creating the subscription', () => {
  test('by a signal that another one already prices', async () => {
    const { ids } = await givenOfferOf()
    await givenSubscription(api, { ...ids, startDate: '2026-03-01' })
    const asked = { name: 'Second', ...ids, startDate: '2026-03-01' }
    const refused = await preview(asked)
    const made = await api.post('/v1/subscriptions', asked)
    expect([refused.status, refused.body.message]).toEqual([409, made.body.message])
  })

  test.each<[Fields, number]>([
    [{ startDate: 'soon' }, 400],
    [{ billingCycle: 'custom' }, 422],
    [{ endDate: '2026-02-01' }, 422],
    [{ customerId: ABSENT }, 404],
    [{ colour: 'red' }, 400],
  ])('for %j with %i', async (fields, status) => {
    const { ids } = await givenOfferOf()
    const asked = { name: 'Main', ...ids, startDate: '2026-03-01', ...fields }
    const refused = await preview(asked)
    const made = await api.post('/v1/subscriptions', asked)
    expect(refused.status, JSON.stringify(refused.body)).toBe(status)
    expect([made.status, made.body.message]).toEqual([status, refused.body.message])
  })
})

test('the periods around now are the last three, the present one and the next three', async () => {
  const { deal } = await givenOfferOf()
  now = new Date('2026-08-10T00:00:00Z')
  const read = async () =>
    (await api.get(`/v1/subscriptions/${deal.subscriptionId}/periods`)).body.results
  expect((await read()).map(({ invoiceDate, state }: Fields) => [invoiceDate, state])).toEqual([
    ['2026-06-01', 'past'],
    ['2026-07-01', 'past'],
    ['2026-08-01', 'past'],
    ['2026-09-01', 'current'],
    ['2026-10-01', 'upcoming'],
    ['2026-11-01', 'upcoming'],
    ['2026-12-01', 'upcoming'],
  ])
  await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { endDate: '2026-07-15' })
  now = new Date('2027-05-01T00:00:00Z')
  expect((await read()).map(({ invoiceDate, state }: Fields) => [invoiceDate, state])).toEqual([
    ['2026-06-01', 'past'],
    ['2026-07-01', 'past'],
    ['2026-07-16', 'past'],
  ])
})

test('the periods follow a move of invoice dates, before and after it', async () => {
  const { deal } = await givenOfferOf()
  const url = `/v1/subscriptions/${deal.subscriptionId}`
  now = new Date('2026-05-10T00:00:00Z')
  expect((await api.patch(`${url}/invoice-dates`, { nextInvoiceDate: '2026-06-15' })).status).toBe(
    200,
  )
  const { body } = await api.get(`${url}/periods`)
  expect(body.results.map(({ invoiceDate }: Fields) => invoiceDate)).toEqual([
    '2026-04-01',
    '2026-05-01',
    '2026-06-15',
    '2026-07-15',
    '2026-08-15',
    '2026-09-15',
  ])
  expect((await t.api.get(`${url}/periods`)).status).toBe(404)
})
