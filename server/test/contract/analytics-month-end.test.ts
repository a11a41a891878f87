import { expect, test } from 'vitest'
import { createApi, createTestOrganization, must } from '../support/app.ts'
import { readCsv } from '../support/csv.ts'
import { FEE, flatPrice, givenDeal, SINCE_JANUARY, TICKETS } from '../support/deal.ts'
import { type Fields, givenTaxRate } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { MARCH, month, payInvoice, sendInvoice, voidInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-02-10T12:00:00Z')
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })

const close = (customerId: string, query = 'startDate=2026-02-01&endDate=2026-02-28') =>
  must(t.api.get(`/v1/analytics/month-end?${query}&customerId=${customerId}`))
const USD = (count: number, amount: number) => [{ currency: 'USD', count, amount }]

test('later events do not change a closed month', async () => {
  now = new Date('2026-02-10T12:00:00Z')
  await givenTaxRate(t.api, { name: 'VAT', percentage: 10 })
  const prices = [TICKETS, FEE]
  const deal = await givenDeal(t.api, { prices, subscription: SINCE_JANUARY })
  const { customerId } = deal
  const taxRate = await givenTaxRate(t.api, { name: 'Sales tax', percentage: 10 })
  await must(t.api.patch(`/v1/customers/${customerId}`, { taxRateIds: [taxRate.id] }))
  await deal.use('ticket', 51, '2026-01-05T10:00:00Z')
  const january = await sendInvoice(t.api, await deal.generate(month('2026-01-01', '2026-02-01')))
  expect(january.total).toBe(110)
  await payInvoice(t.api, january, 60)
  await deal.use('ticket', 7, '2026-02-05T10:00:00Z')
  now = new Date('2026-03-05T12:00:00Z')
  const closed = await close(customerId)
  expect(closed).toMatchObject({
    invoiced: {
      totals: USD(1, 110),
      rows: [{ invoiceNumber: january.invoiceNumber, amount: 110 }],
    },
    voided: { totals: [] },
    received: { totals: USD(1, 60), rows: [{ invoiceId: january.id, amount: 60 }] },
    refunded: { totals: [] },
    outstanding: {
      totals: [{ currency: 'USD', count: 1, amount: 50, age: 'notDue' }],
      rows: [{ invoiceId: january.id, amount: 50, daysOverdue: 0 }],
    },
    revenue: [{ currency: 'USD', revenue: 56, invoiced: 0, notInvoiced: 56 }],
    taxes: [{ name: 'Sales tax', percentage: 10, taxableAmount: 100, amount: 10, voidedAmount: 0 }],
    cutOff: '2026-02-28',
  })
  const before = { opening: 0, invoiced: 110, voided: 0, received: 60, refunded: 0, other: 0 }
  expect(closed.receivables).toEqual([{ currency: 'USD', ...before, closing: 50 }])
  const paid = await payInvoice(t.api, january, 50)
  const [payment] = paid.payments
  await must(t.api.post(`/v1/invoices/${january.id}/payments/${payment?.id}/refund`, { amount: 5 }))
  const february = await sendInvoice(t.api, await deal.generate(month('2026-02-01', '2026-03-01')))
  await voidInvoice(t.api, february)
  now = new Date('2026-04-20T12:00:00Z')
  const asOf = now.toISOString()
  expect(await close(customerId)).toEqual({ ...closed, asOf })
  const march = await close(customerId, 'startDate=2026-03-01&endDate=2026-03-31')
  expect(march).toMatchObject({
    received: { totals: USD(1, 50) },
    refunded: { totals: USD(1, 5) },
    voided: { totals: USD(1, 61.6) },
    outstanding: { totals: [], rows: [] },
    taxes: [{ amount: 5.6, voidedAmount: 5.6 }],
    // The invoice had been paid in full, so its refund is not due again.
    receivables: [
      {
        opening: 50,
        invoiced: 61.6,
        voided: 61.6,
        received: 50,
        refunded: 5,
        other: -5,
        closing: 0,
      },
    ],
  })
  const later = await close(customerId, 'startDate=2026-02-01&endDate=2026-02-28&cutOff=2026-03-31')
  expect(later).toMatchObject({
    outstanding: { totals: [] },
    revenue: [{ revenue: 56, invoiced: 0, notInvoiced: 56 }],
  })
})

test('credit that expires unused is breakage of its day, and part of no other figure', async () => {
  now = new Date('2026-02-10T12:00:00Z')
  const prices = [{ chargeType: 'recurring', rate: 30 }]
  const { customerId, generate } = await givenDeal(t.api, { prices, subscription: SINCE_JANUARY })
  const grant = (fields: Fields): Promise<{ id: string }> =>
    must(t.api.post(`/v1/customers/${customerId}/credit-grants`, { ...GRANTED, ...fields }))
  const expire = ({ id }: { id: string }) =>
    must(t.api.post(`/v1/customers/${customerId}/credit-grants/${id}/expire`, {}))
  const bought = await grant({ amount: 100 })
  const free = await grant({ kind: 'promotional', amount: 20 })
  const euros = await grant({ currency: 'EUR', amount: 5 })
  // It draws the promotional credit and 10 of what was bought.
  await sendInvoice(t.api, await generate(month('2026-01-01', '2026-02-01')))
  const before = await close(customerId)
  expect(before.breakage).toEqual([])
  now = new Date('2026-02-28T23:59:59Z')
  for (const one of [bought, free, euros]) await expire(one)
  const lost = [
    { currency: 'EUR', amount: 5, promotional: 0 },
    { currency: 'USD', amount: 90, promotional: 0 },
  ]
  expect(await close(customerId)).toEqual({ ...before, asOf: now.toISOString(), breakage: lost })
  now = new Date('2026-03-01T00:00:00Z')
  await expire(await grant({ kind: 'promotional', amount: 7 }))
  expect((await close(customerId)).breakage).toEqual(lost)
  const march = await close(customerId, 'startDate=2026-03-01&endDate=2026-03-31')
  expect(march.breakage).toEqual([{ currency: 'USD', amount: 0, promotional: 7 }])
  const query = `startDate=2026-03-01&endDate=2026-03-31&customerId=${customerId}&table=breakage`
  expect(await readCsv(t, `/v1/analytics/month-end?${query}`)).toEqual({
    headings: ['currency', 'amount', 'promotional'],
    rows: [{ currency: 'USD', amount: '0', promotional: '7' }],
  })
})

const GRANTED = { kind: 'paid', currency: 'USD', effectiveAt: '2026-01-01' }
const SEATS = { chargeType: 'seat_based', rate: 10 }
const dates = 'startDate=2026-03-01&endDate=2026-03-31'

/** Creates a new organization and returns its March revenue as of a cut-off. */
async function givenMarch() {
  const { secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const revenueOf = async (cutOff: string) =>
    (await must(api.get(`/v1/analytics/month-end?${dates}&cutOff=${cutOff}`))).revenue
  return { api, revenueOf }
}

test('the prices and seats of a final invoice hold for a month that was closed before it', async () => {
  now = new Date('2026-04-01T12:00:00Z')
  const { api, revenueOf } = await givenMarch()
  const subscription = { ...SINCE_JANUARY, seatsCount: 5 }
  const prices = [flatPrice('ticket', 2), SEATS, FEE]
  const deal = await givenDeal(api, { prices, subscription })
  await deal.use('ticket', 7, '2026-03-05T10:00:00Z')
  const closed = [{ currency: 'USD', revenue: 113, invoiced: 0, notInvoiced: 113, deferred: 0 }]
  expect(await revenueOf('2026-03-31')).toEqual(closed)
  now = new Date('2026-04-03T12:00:00Z')
  const march = await sendInvoice(api, await deal.generate(MARCH))
  now = new Date('2026-05-18T12:00:00Z')
  await deal.change(0, { rate: 100 })
  await deal.change(1, { rate: 30 })
  await must(api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { seatsCount: 7 }))
  expect(await revenueOf('2026-03-31')).toEqual(closed)
  const invoiced = [{ currency: 'USD', revenue: 113, invoiced: 113, notInvoiced: 0, deferred: 0 }]
  expect(await revenueOf('2026-04-30')).toEqual(invoiced)
  await voidInvoice(api, march)
  const again = await sendInvoice(api, await deal.generate(MARCH))
  expect(again.subtotal).toBe(959)
  expect(await revenueOf('2026-04-30')).toEqual(invoiced)
  expect(await revenueOf('2026-03-31')).toEqual([
    { currency: 'USD', revenue: 959, invoiced: 0, notInvoiced: 959, deferred: 0 },
  ])
  expect(await revenueOf('2026-05-31')).toEqual([
    { currency: 'USD', revenue: 959, invoiced: 959, notInvoiced: 0, deferred: 0 },
  ])
  const { customerId } = deal
  const one = `${dates}&cutOff=2026-04-30&customerId=${customerId}`
  expect((await must(api.get(`/v1/analytics/month-end?${one}`))).revenue).toEqual(invoiced)
})

test('a cut-off within the window excludes later events and their taxes', async () => {
  now = new Date('2026-03-05T12:00:00Z')
  const { api } = await givenMarch()
  await givenTaxRate(api, { name: 'VAT', percentage: 10, isDefault: true })
  const deal = await givenDeal(api, { prices: [FEE], subscription: SINCE_JANUARY })
  const january = await sendInvoice(api, await deal.generate(month('2026-01-01', '2026-02-01')))
  now = new Date('2026-03-20T12:00:00Z')
  const paid = await payInvoice(api, january, 53.9)
  await must(
    api.post(`/v1/invoices/${january.id}/payments/${paid.payments[0]?.id}/refund`, { amount: 5 }),
  )
  const february = await sendInvoice(api, await deal.generate(month('2026-02-01', '2026-03-01')))
  await voidInvoice(api, february)
  const until = (cutOff: string) =>
    must(api.get(`/v1/analytics/month-end?${dates}&cutOff=${cutOff}`))
  const nothing = { totals: [], rows: [], hasMore: false }
  expect(await until('2026-03-19')).toMatchObject({
    invoiced: { totals: USD(1, 53.9) },
    voided: nothing,
    received: nothing,
    refunded: nothing,
    outstanding: { totals: [{ amount: 53.9 }] },
    taxes: [{ amount: 4.9, voidedAmount: 0 }],
  })
  expect(await until('2026-03-20')).toMatchObject({
    invoiced: { totals: USD(2, 107.8) },
    voided: { totals: USD(1, 53.9) },
    received: { totals: USD(1, 53.9) },
    refunded: { totals: USD(1, 5) },
    outstanding: { totals: [] },
    taxes: [{ amount: 9.8, voidedAmount: 4.9 }],
  })
  const reversed = await api.get(`/v1/analytics/month-end?${dates}&cutOff=2026-02-28`)
  expect(reversed).toMatchObject({
    status: 422,
    body: {
      code: 'dates_reversed',
      param: 'cutOff',
      message: 'cutOff 2026-02-28 is before startDate 2026-03-01; send a later one',
    },
  })
  expect((await until('2026-03-01')).cutOff).toBe('2026-03-01')
})

test('outstanding amounts are grouped by their age at the cut-off', async () => {
  now = new Date('2026-02-10T12:00:00Z')
  const deal = await givenDeal(t.api, { prices: [FEE], subscription: SINCE_JANUARY })
  const invoice = await sendInvoice(t.api, await deal.generate(month('2026-01-01', '2026-02-01')))
  const due = Date.parse(invoice.dueDate)
  for (const [days, age] of [
    [0, 'notDue'],
    [1, 'days1To30'],
    [30, 'days1To30'],
    [31, 'days31To60'],
    [90, 'days61To90'],
    [91, 'daysOver90'],
  ] as const) {
    const cutOff = new Date(due + days * 86_400_000).toISOString().slice(0, 10)
    const { outstanding } = await close(
      deal.customerId,
      `startDate=2026-02-01&endDate=2026-02-28&cutOff=${cutOff}`,
    )
    expect(outstanding.totals, `${days} days`).toMatchObject([{ age }])
  }
})
