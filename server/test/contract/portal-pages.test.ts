import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Deal, FEE, flatPrice, givenDeal, tiered } from '../support/deal.ts'
import { ABSENT, givenCoupon, givenDiscount, givenSubscription } from '../support/given.ts'
import { type Invoice, type Line, sendInvoice } from '../support/invoice.ts'
import type { Browser } from '../support/people.ts'
import { givenPortal } from '../support/portal.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-04-15T12:00:00Z') })

let deal: Deal
let other: Deal
let portal: Browser
/** The issued March invoice, and one of another customer. */
let issued: Invoice
let theirs: Invoice

type Day = { bySignal: { signalId: string; quantity: number }[] }

const PRICES = [FEE, tiered('ticket', 'graduated'), flatPrice('call', 0.5)]
const BERLIN = { timezone: 'Europe/Berlin' }

beforeAll(async () => {
  deal = await givenDeal(t.api, { prices: PRICES, customer: BERLIN })
  other = await givenDeal(t.api, { prices: PRICES })
  await deal.use('ticket', 150, '2026-03-10T10:00:00Z')
  await deal.use('ticket', 7, '2026-03-31T22:30:00Z') // The first of April, in Berlin.
  await deal.use('ticket', 120, '2026-04-02T10:00:00Z')
  await deal.use('call', 3, '2026-04-02T11:00:00Z')
  await other.use('ticket', 9_999, '2026-04-02T10:00:00Z')
  issued = await sendInvoice(t.api, await march(deal))
  theirs = await sendInvoice(t.api, await march(other))
  portal = await givenPortal(t, t.api, deal.customerId)
})

const march = ({ generate }: Deal) =>
  generate({ billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' })
const read = (path: string) => must(portal.get(`/v1/portal/${path}`))

describe('invoices', () => {
  test('are those sent to the customer: no drafts, no voided drafts, none of other customers', async () => {
    const draft = await deal.generate()
    const { results, totalResults } = await read('invoices')
    expect([results.map(({ id }: Invoice) => id), totalResults]).toEqual([[issued.id], 1])
    expect((await portal.get(`/v1/portal/invoices/${draft.id}`)).status).toBe(404)
    expect((await portal.get(`/v1/portal/invoices/${draft.id}/pdf`)).status).toBe(404)
    await must(t.api.post(`/v1/invoices/${draft.id}/void`, {}))
    expect((await read('invoices')).totalResults).toBe(1)
    expect((await portal.get(`/v1/portal/invoices/${draft.id}`)).status).toBe(404)
  })

  test('of another customer are answered like unknown ones', async () => {
    for (const path of ['', '/pdf']) {
      const [foreign, absent] = await Promise.all(
        [theirs.id, ABSENT].map((id) => portal.get(`/v1/portal/invoices/${id}${path}`)),
      )
      expect(foreign?.status).toBe(404)
      expect({ ...foreign?.body, requestId: '' }).toEqual({ ...absent?.body, requestId: '' })
    }
  })

  test('come in pages, and by state', async () => {
    const { results } = await read('invoices?status=issued&status=overdue&limit=1')
    expect(results).toHaveLength(1)
    expect(await read('invoices?status=paid')).toMatchObject({ results: [], totalResults: 0 })
    expect((await portal.get('/v1/portal/invoices?status=draft')).status).toBe(400)
  })

  test('equal the operator’s view, without internal fields', async () => {
    const own = await must(t.api.get(`/v1/invoices/${issued.id}`))
    const shown = await read(`invoices/${issued.id}`)
    expect(shown).toMatchObject({
      id: issued.id,
      invoiceNumber: own.invoiceNumber,
      status: 'issued',
      total: own.total,
      amountDue: own.total,
      currency: 'USD',
      timezone: 'Europe/Berlin',
      seller: own.seller,
      buyer: own.buyer,
      netTotal: own.netTotal,
      payments: [],
      isPaymentPending: false,
      canPay: true,
    })
    const lineOf = ({ type, amount, tiers, quantity, unitPrice, signalName }: Line) => ({
      ...{ type, amount, tiers, quantity, unitPrice, signalName },
    })
    expect(shown.lineItems.map(lineOf)).toEqual(own.lineItems.map(lineOf))
    for (const field of ['totalCost', 'margin', 'agentBreakdown', 'payUrl', 'customerId']) {
      expect(shown).not.toHaveProperty(field)
    }
  })

  test('say the price of their lines by tier', async () => {
    const { lineItems } = await read(`invoices/${issued.id}`)
    expect(lineItems.map(({ priceInWords }: { priceInWords: string }) => priceInWords)).toEqual([
      null,
      'First 100 at $0.10, next 50 at $0.05',
      null,
    ])
  })

  test('show the usage behind a line by day, which adds up to the line', async () => {
    const [fee, tickets] = (await read(`invoices/${issued.id}`)).lineItems
    const usageOf = (id: string) => portal.get(`/v1/portal/invoices/${issued.id}/lines/${id}/usage`)
    const shown = await must(usageOf(tickets.id))
    expect(shown).toMatchObject({
      lineId: tickets.id,
      timeZone: 'Europe/Berlin',
      quantity: 150,
      otherQuantity: 0,
    })
    expect(shown.days).toHaveLength(31)
    expect(shown.days.filter(({ quantity }: { quantity: number }) => quantity > 0)).toEqual([
      { date: '2026-03-10', quantity: 150, quantityPercent: 100 },
    ])
    expect(shown.days[0]).toEqual({ date: '2026-03-01', quantity: 0, quantityPercent: 0 })
    for (const id of [fee.id, theirs.lineItems[1]?.id, ABSENT]) {
      expect((await usageOf(String(id))).status).toBe(404)
    }
    const foreign = `/v1/portal/invoices/${theirs.id}/lines/${theirs.lineItems[1]?.id}/usage`
    expect((await portal.get(foreign)).status).toBe(404)
  })

  test('keep usage that came after a line apart from it', async () => {
    const late = await givenDeal(t.api, { prices: PRICES })
    await late.use('call', 10, '2026-03-10T10:00:00Z')
    const invoice = await sendInvoice(t.api, await march(late))
    await late.use('call', 4, '2026-03-11T10:00:00Z')
    const browser = await givenPortal(t, t.api, late.customerId)
    const line = invoice.lineItems.find(({ signalName }) => signalName === 'call')
    const url = `/v1/portal/invoices/${invoice.id}/lines/${line?.id}/usage`
    expect(await must(browser.get(url))).toMatchObject({ quantity: 10, otherQuantity: 4 })
  })

  test('are available as PDF', async () => {
    const url = `/v1/portal/invoices/${issued.id}/pdf`
    const response = await t.app.inject({ url, headers: { cookie: portal.cookie() } })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining(issued.invoiceNumber),
    })
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('the archive of a year', () => {
  const archive = (year: number, browser = portal) =>
    t.app.inject({
      url: `/v1/portal/invoices/archives/${year}`,
      headers: { cookie: browser.cookie() },
    })

  test('has the PDFs of the customer’s issued invoices, and of no others', async () => {
    const draft = await deal.generate()
    const response = await archive(2026)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="invoices-2026.zip"',
    })
    const files = unzipSync(response.rawPayload)
    expect(Object.keys(files)).toEqual([`Invoice-${issued.invoiceNumber}.pdf`])
    expect(
      Buffer.from(Object.values(files)[0] ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await must(t.api.post(`/v1/invoices/${draft.id}/void`, {}))
  })

  test('is by the issue date in the time zone of the invoice', async () => {
    const at = (time: string) =>
      t.database.pool.query(
        'update invoices set issued_at = $1, version = version + 1 where organization_id = $2 and id = $3',
        [time, t.organization.id, issued.id],
      )
    const years = async () => (await read('invoices/archives')).results
    const [before] = await years()
    expect(before).toEqual({ year: 2026, invoices: 1 })
    await at('2026-12-31T22:59:59Z')
    expect(await years()).toEqual([{ year: 2026, invoices: 1 }])
    await at('2026-12-31T23:00:00Z') // The first of January, in Berlin.
    expect(await years()).toEqual([{ year: 2027, invoices: 1 }])
    await at('2026-04-15T12:00:00Z')
  })

  test('is absent for a year without invoices', async () => {
    expect((await archive(2025)).statusCode).toBe(404)
    expect((await archive(0)).statusCode).toBe(400)
  })
})

describe('usage', () => {
  const usage = (query = '') => read(`usage?subscriptionId=${deal.subscriptionId}${query}`)
  const usageLines = (lines: Line[]) =>
    lines
      .filter(({ type }) => type === 'usage')
      .map(({ signalName, quantity, amount }) => ({ signalName, quantity, amount }))
  const signalsOf = ({ signals }: { signals: Line[] }) =>
    signals.map(({ signalName, quantity, amount }) => ({ signalName, quantity, amount }))

  test('of the current period equals the preview of its invoice', async () => {
    const preview = await must(deal.preview())
    const shown = await usage()
    expect(signalsOf(shown)).toEqual(usageLines(preview.lineItems))
    expect(shown).toMatchObject({
      timeZone: 'Europe/Berlin',
      currency: 'USD',
      isRunning: true,
      period: { start: preview.periodStart, end: preview.periodEnd },
    })
    expect(signalsOf(shown)[0]).toMatchObject({ quantity: 127 })
  })

  test('of the previous period equals its invoice', async () => {
    const shown = await usage('&period=previous')
    expect(signalsOf(shown)).toEqual(usageLines(issued.lineItems))
    expect(shown).toMatchObject({ isRunning: false, period: { start: issued.periodStart } })
  })

  test('by day is by days of the subscription, and adds up to the signals', async () => {
    const { days, signals } = await usage()
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({
      date: '2026-04-01',
      bySignal: [{ signalId: deal.signalIds.ticket, quantity: 7 }],
      totalQuantity: 7,
      quantityPercent: 5.3846153846,
    })
    expect(days[1]).toMatchObject({ totalQuantity: 123, quantityPercent: 94.6153846154 })
    expect(days[2]).toMatchObject({ bySignal: [], totalQuantity: 0, quantityPercent: 0 })
    for (const { signalId, quantity } of signals) {
      const of = days.flatMap(({ bySignal }: Day) =>
        bySignal.filter((one) => one.signalId === signalId),
      )
      expect(of.reduce((sum: number, one: { quantity: number }) => sum + one.quantity, 0)).toBe(
        quantity,
      )
    }
  })

  test('has no share by day in a period without usage', async () => {
    const { days } = await usage('&startDate=2026-03-01&endDate=2026-03-02')
    expect(days).toMatchObject([{ quantityPercent: null }, { quantityPercent: null }])
  })

  test('of some days is priced as a part of their periods', async () => {
    const shown = await usage('&startDate=2026-03-10&endDate=2026-04-01')
    expect(shown.days.map(({ date }: { date: string }) => date)).toHaveLength(23)
    expect(signalsOf(shown)[0]).toMatchObject({ signalName: 'ticket', quantity: 157 })
    // 100 × 0.1 + 50 × 0.05 in March, 7 × 0.1 in April.
    expect(signalsOf(shown)[0]?.amount).toBeCloseTo(13.2)
  })

  test('adds up where a subscription ends within a quarter of an hour, and another one continues', async () => {
    const cut = await givenDeal(t.api, {
      prices: [flatPrice('ticket', 2)],
      subscription: { startDate: '2026-04-01', endDate: '2026-04-10T10:07:00Z' },
    })
    const { planId, customerId } = cut
    const next = await givenSubscription(t.api, {
      planId,
      customerId,
      agentId: cut.agentId,
      startDate: '2026-04-11',
    })
    await cut.use('ticket', 4, '2026-04-10T10:06:00Z')
    await cut.use('ticket', 8, '2026-04-10T10:08:00Z')
    await cut.use('ticket', 16, '2026-04-11T10:00:00Z')
    const browser = await givenPortal(t, t.api, customerId)
    for (const [id, quantity] of [[cut.subscriptionId, 4] as const, [next.id, 16] as const]) {
      const shown = await must(browser.get(`/v1/portal/usage?subscriptionId=${id}`))
      expect(signalsOf(shown)).toMatchObject([{ quantity, amount: quantity * 2 }])
      expect(shown.days.flatMap(({ bySignal }: Day) => bySignal)).toMatchObject([{ quantity }])
    }
  })

  test('is none where the subscription covers nothing', async () => {
    const early = await usage('&startDate=2025-01-01&endDate=2025-01-31')
    expect(early).toMatchObject({ period: null, signals: [], days: [] })
    const late = await usage('&startDate=2027-01-01&endDate=2027-01-31')
    expect(late).toMatchObject({ period: null, signals: [], days: [] })
  })

  test.each([
    ['&startDate=2026-03-01', 400],
    ['&startDate=2026-03-02&endDate=2026-03-01', 422],
    ['&startDate=2025-01-01&endDate=2026-03-01', 400],
    ['&startDate=yesterday&endDate=2026-03-01', 400],
    ['&period=next', 400],
  ])('%s is refused with %d', async (query, status) => {
    const url = `/v1/portal/usage?subscriptionId=${deal.subscriptionId}${query}`
    expect((await portal.get(url)).status).toBe(status)
  })

  test('of another customer’s subscription is answered like an unknown one', async () => {
    for (const id of [other.subscriptionId, ABSENT]) {
      expect((await portal.get(`/v1/portal/usage?subscriptionId=${id}`)).status).toBe(404)
    }
  })
})

describe('the current period', () => {
  const growth = (id: string) => portal.get(`/v1/portal/subscriptions/${id}/current-period`)

  test('grows by day to the amount of the preview of its invoice', async () => {
    const { total, periodStart, periodEnd } = await must(deal.preview())
    const shown = await must(growth(deal.subscriptionId))
    expect(shown).toMatchObject({
      currency: 'USD',
      timeZone: 'Europe/Berlin',
      period: { start: periodStart, end: periodEnd },
    })
    const amounts = new Map(
      shown.days.map(({ date, amountSoFar }: { date: string; amountSoFar: number }) => [
        date,
        amountSoFar,
      ]),
    )
    // The fee with 7 × 0.1; from the second on 100 × 0.1 + 27 × 0.05 and 3 × 0.5.
    expect(amounts.get('2026-04-01')).toBe(49.7)
    expect(amounts.get('2026-04-02')).toBe(61.85)
    expect([...amounts].at(-1)).toEqual(['2026-04-15', total])
    expect(amounts.size).toBe(15)
  })

  test('grows regardless of a draft of a part of it, which the customer does not see', async () => {
    const part = await givenDeal(t.api, { prices: PRICES })
    await part.use('call', 4, '2026-04-03T10:00:00Z')
    await part.use('call', 6, '2026-04-14T10:00:00Z')
    const { total } = await must(part.preview())
    await part.generate({ billingPeriodStart: '2026-04-01', billingPeriodEnd: '2026-04-10' })
    const browser = await givenPortal(t, t.api, part.customerId)
    const url = `/v1/portal/subscriptions/${part.subscriptionId}/current-period`
    expect((await must(browser.get(url))).days.at(-1)).toEqual({
      date: '2026-04-15',
      amountSoFar: total,
    })
    const { runningPeriods } = await must(browser.get('/v1/portal/overview'))
    expect(runningPeriods).toMatchObject([{ amountSoFar: total }])
  })

  test('has no days once it is invoiced', async () => {
    const early = await givenDeal(t.api, { prices: [FEE] })
    await sendInvoice(t.api, await early.generate())
    const browser = await givenPortal(t, t.api, early.customerId)
    const url = `/v1/portal/subscriptions/${early.subscriptionId}/current-period`
    expect(await must(browser.get(url))).toMatchObject({ days: [] })
  })

  test('of another customer’s subscription is answered like that of an unknown one', async () => {
    for (const id of [other.subscriptionId, ABSENT]) expect((await growth(id)).status).toBe(404)
  })
})

test('subscriptions say their prices and the discounts that are left', async () => {
  const { subscriptionId, customerId } = deal
  const { id: couponId } = await givenCoupon(t.api, { name: 'Welcome', percentOff: 20 })
  const given = await givenDiscount(t.api, { couponId, customerId })
  const { results, totalResults } = await read('subscriptions')
  expect(totalResults).toBe(1)
  expect(results[0]).toMatchObject({
    id: subscriptionId,
    agentName: 'Support',
    status: 'active',
    startDate: '2026-03-01',
    currency: 'USD',
    timeZone: 'Europe/Berlin',
    nextInvoiceDate: '2026-05-01',
    prices: [
      { chargeType: 'recurring', rate: 49, signalName: null },
      { chargeType: 'usage', pricingModel: 'graduated', signalName: 'ticket' },
      { chargeType: 'usage', pricingModel: 'flat', rate: 0.5, signalName: 'call' },
    ],
    discounts: [{ name: 'Welcome', percentOff: 20, duration: 'once', periodsLeft: 1 }],
  })
  await must(t.api.delete(`/v1/discounts/${given.id}`))
  expect((await read('subscriptions')).results[0].discounts).toEqual([])
})

test('the overview shows amounts due, current periods and latest invoices', async () => {
  const preview = await must(deal.preview())
  const overview = await read('overview')
  expect(overview).toMatchObject({
    due: [
      {
        currency: 'USD',
        amount: issued.total,
        invoices: 1,
        overdue: 0,
        earliestDueDate: issued.dueDate,
      },
    ],
    openInvoices: [{ id: issued.id, amountDue: issued.total }],
    creditBalances: [],
    runningPeriods: [
      {
        subscriptionId: deal.subscriptionId,
        agentName: 'Support',
        timeZone: 'Europe/Berlin',
        periodStart: preview.periodStart,
        periodEnd: preview.periodEnd,
        amountSoFar: preview.total,
        currency: 'USD',
      },
    ],
    lastInvoices: [{ id: issued.id }],
    subscriptions: [{ id: deal.subscriptionId }],
    totalSubscriptions: 1,
  })
})

test('the rest of a partly paid invoice is due', async () => {
  const paying = await givenDeal(t.api, { prices: [FEE] })
  const { id } = await sendInvoice(t.api, await march(paying))
  await must(t.api.post(`/v1/invoices/${id}/payments`, { amount: 9, method: 'cash' }))
  const browser = await givenPortal(t, t.api, paying.customerId)
  const { due } = await must(browser.get('/v1/portal/overview'))
  expect(due).toMatchObject([{ amount: 40, invoices: 1 }])
  const { payments, amountDue, canPay } = await must(browser.get(`/v1/portal/invoices/${id}`))
  expect([payments, amountDue, canPay]).toEqual([
    [expect.objectContaining({ method: 'cash', amount: 9, amountRefunded: 0 })],
    40,
    true,
  ])
  await must(t.api.post(`/v1/invoices/${id}/payments`, { amount: 40, method: 'cash' }))
  expect((await must(browser.get('/v1/portal/overview'))).due).toEqual([])
  expect(await must(browser.get(`/v1/portal/invoices/${id}`))).toMatchObject({ canPay: false })
})

test('a customer without anything sees an empty portal', async () => {
  const { body } = await t.api.post('/v1/customers', { name: 'New' })
  const browser = await givenPortal(t, t.api, body.id)
  expect(await must(browser.get('/v1/portal/overview'))).toEqual({
    due: [],
    openInvoices: [],
    creditBalances: [],
    runningPeriods: [],
    lastInvoices: [],
    subscriptions: [],
    totalSubscriptions: 0,
  })
  expect((await must(browser.get('/v1/portal/subscriptions'))).results).toEqual([])
})
