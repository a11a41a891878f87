import { beforeEach, describe, expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { browserOf, expectBooksToBalance } from '../../src/features/payments/test-support.ts'
import { newId } from '../../src/platform/id.ts'
import { browse, messageOf, must } from '../support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { ABSENT, type Fields, givenCustomer, givenTaxRate } from '../support/given.ts'
import { INVOICES, month, sendInvoice } from '../support/invoice.ts'
import { saveTestCard, tokenOf, topUp, topUpWithKey, tryTopUp } from '../support/top-ups.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** Prepaid credit that a customer buys: the invoice, its payment, its credit, and what it counts as. */
let now = new Date('2026-03-15T12:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectBooksToBalance })
const { api, organization } = useOrganizationPerTest(t)

beforeEach(() => {
  now = new Date('2026-03-15T12:00:00Z')
})

const browser = browserOf(t)
const run = async (at: string) => {
  now = new Date(at)
  return runBilling(t.dependencies, { now, only: organization.id })
}
const invoiceOf = ({ id }: Fields) => must(api.get(`${INVOICES}/${id}`))
const movements = async (customerId: string) => {
  const { results } = await must(api.get(`/v1/customers/${customerId}/credit-movements`))
  return results.map((one: Fields) => [one.type, one.amount])
}
const read = (customerId: string, { id }: Fields) =>
  must(api.get(`/v1/customers/${customerId}/top-ups/${id}`))
const differences = async () =>
  (
    await must(api.get('/v1/analytics/reconciliation?startDate=2026-01-01&endDate=2026-12-31'))
  ).checks.flatMap((check: { differences: unknown[] }) => check.differences)
const mails = async (invoiceId: unknown) => {
  const { rows } = await t.database.pool.query(
    'select kind, subject from emails where invoice_id = $1 order by id',
    [invoiceId],
  )
  return rows
}
const events = async (id: unknown) => {
  const { rows } = await t.database.pool.query(
    `select type from outbox_events where object_id = $1 and type like 'top_up.%' order by id`,
    [id],
  )
  return rows.map(({ type }) => type)
}
async function givenWithCard(number?: string) {
  const { id: customerId } = await givenCustomer(api, { email: 'pay@acme.example' })
  await saveTestCard(t, { organizationId: organization.id, customerId }, number)
  return customerId
}
const payments = (url: string) => must(api.get(`${url}/payments`))

describe('a top-up by checkout', () => {
  test('is an untaxed invoice of its day, due in 24 hours, whose payment gives its credit once', async () => {
    const { id: customerId } = await givenCustomer(api, { email: 'pay@acme.example' })
    await givenTaxRate(api, { percentage: 19, isDefault: true })
    const made = await topUp(api, customerId, { amount: '49.50' })
    expect(made).toMatchObject({
      ...{ customerId, amount: 49.5, currency: 'USD', method: 'checkout', status: 'open' },
      ...{ grantId: null, failureReason: null, paidAt: null },
      payableUntil: '2026-03-16T12:00:00.000Z',
    })
    expect(await invoiceOf(made)).toMatchObject({
      ...{ kind: 'top_up', status: 'issued', subscriptionId: null, total: 49.5, amountDue: 49.5 },
      ...{ taxTotal: 0, payUrl: made.payUrl, dueDate: '2026-03-16T12:00:00.000Z' },
      ...{ periodStart: '2026-03-15T00:00:00.000Z', periodEnd: '2026-03-16T00:00:00.000Z' },
      lineItems: [{ type: 'top_up', quantity: 1, unitPrice: 49.5, amount: 49.5 }],
    })
    await t.followUp()
    expect(await mails(made.id)).toEqual([])
    expect(await movements(customerId)).toEqual([])

    await browser.pay(tokenOf(made))
    await browser.get(`/pay/${tokenOf(made).token}?from=checkout`)
    const paid = await read(customerId, made)
    expect(paid).toMatchObject({ status: 'paid', payUrl: null, grantId: expect.any(String) })
    expect(await movements(customerId)).toEqual([['granted', 49.5]])
    const { results } = await must(api.get(`/v1/customers/${customerId}/credit-grants`))
    expect(results).toMatchObject([
      { id: paid.grantId, kind: 'paid', source: 'top_up', invoiceId: made.id, amount: 49.5 },
    ])
    await t.followUp()
    expect(await mails(made.id)).toMatchObject([{ kind: 'receipt' }])
    expect(await events(made.id)).toEqual(['top_up.succeeded'])
    expect(await differences()).toEqual([])
  })

  test('is headed as a top-up invoice on each of its pages', async () => {
    const { id: customerId } = await givenCustomer(api, { email: 'pay@acme.example' })
    const made = await topUp(api, customerId)
    const { invoiceNumber } = await invoiceOf(made)
    const { token } = tokenOf(made)
    const heading = `Top-up invoice ${invoiceNumber}`
    const page = async (path: string) => (await browse(t, path)).body
    expect(await page(`/pay/${token}/invoice`)).toContain(`<h1>${heading}`)
    await browser.pay(tokenOf(made))
    expect(await page(`/pay/${token}`)).toContain(`${heading} is paid`)
    const deal = await givenDeal(api, { prices: [{ chargeType: 'recurring', rate: 5 }] })
    const invoice = await sendInvoice(api, await deal.generate())
    const { token: other } = tokenOf(await invoiceOf(invoice))
    expect(await page(`/pay/${other}/invoice`)).toContain(`<h1>Invoice ${invoice.invoiceNumber}`)
  })

  test('that is recorded as paid by hand gives its credit, and a part of it is refused', async () => {
    const { id: customerId } = await givenCustomer(api)
    const made = await topUp(api, customerId)
    const url = `${INVOICES}/${made.id}`
    const part = await api.post(`${url}/payments`, { amount: 40, method: 'bank_transfer' })
    expect([part.status, messageOf(part)]).toEqual([422, expect.stringContaining('pays in full')])
    await must(api.post(`${url}/payments`, { amount: 100, method: 'bank_transfer' }))
    expect(await movements(customerId)).toEqual([['granted', 100]])
    const again = await api.post(`${url}/payments`, { amount: 100 })
    expect(again.status).toBe(409)
    expect(await movements(customerId)).toEqual([['granted', 100]])
  })

  test('that stays unpaid is void after 24 hours: never overdue, never reminded, without a mail', async () => {
    const { id: customerId } = await givenCustomer(api, { email: 'pay@acme.example' })
    const made = await topUp(api, customerId)
    expect(await run('2026-03-16T11:59:59Z')).toMatchObject({ voidedTopUps: 0, overdue: 0 })
    expect(await run('2026-03-16T12:00:00Z')).toMatchObject({ voidedTopUps: 1, overdue: 0 })
    expect(await run('2026-05-01T00:00:00Z')).toMatchObject({ voidedTopUps: 0, reminded: 0 })
    expect(await read(customerId, made)).toMatchObject({ status: 'failed', payUrl: null })
    expect(await invoiceOf(made)).toMatchObject({ status: 'void', amountDue: 0 })
    await t.followUp()
    expect([await mails(made.id), await events(made.id)]).toEqual([[], ['top_up.failed']])
    expect(await movements(customerId)).toEqual([])
  })

  test('in another currency gives credit of that currency only', async () => {
    const deal = await givenDeal(api, {
      prices: [{ chargeType: 'recurring', rate: 30 }],
      subscription: SINCE_JANUARY,
    })
    const made = await topUp(api, deal.customerId, { currency: 'EUR' })
    await must(api.post(`${INVOICES}/${made.id}/payments`, { amount: 100 }))
    const draft = await deal.generate(month('2026-01-01', '2026-02-01'))
    expect(await sendInvoice(api, draft)).toMatchObject({ creditTotal: 0, total: 30 })
    const { creditBalances } = await must(api.get(`/v1/customers/${deal.customerId}`))
    expect(creditBalances).toEqual([{ currency: 'EUR', amount: 100 }])
  })
})

describe('a top-up with the saved method', () => {
  test('is paid at once and gives its credit', async () => {
    const customerId = await givenWithCard()
    const made = await topUp(api, customerId, { method: 'saved', amount: 20 })
    expect(made).toMatchObject({ status: 'paid', amount: 20, grantId: expect.any(String) })
    expect(await movements(customerId)).toEqual([['granted', 20]])
    expect(await differences()).toEqual([])
  })

  test('that is declined is void at once: nothing is owed, and no credit is given', async () => {
    const customerId = await givenWithCard('4000000000000341')
    const made = await topUp(api, customerId, { method: 'saved' })
    expect(made).toMatchObject({ status: 'failed', failureReason: 'The card was declined.' })
    expect(await invoiceOf(made)).toMatchObject({ status: 'void' })
    await t.followUp()
    expect([await mails(made.id), await events(made.id)]).toEqual([[], ['top_up.failed']])
    expect(await movements(customerId)).toEqual([])
  })

  test('that the bank wants confirmed stays open, and its payment page is mailed once', async () => {
    const customerId = await givenWithCard('4000002760003184')
    const made = await topUp(api, customerId, { method: 'saved' })
    expect(made).toMatchObject({ status: 'open', payUrl: expect.stringContaining('/pay/') })
    await t.followUp()
    await t.followUp()
    expect(await mails(made.id)).toMatchObject([
      { kind: 'invoice', subject: expect.stringContaining('Confirm your top-up of $100.00') },
    ])
    await browser.pay(tokenOf(made))
    expect(await read(customerId, made)).toMatchObject({ status: 'paid' })
    expect(await movements(customerId)).toEqual([['granted', 100]])
    expect((await events(made.id)).filter((type) => type !== 'top_up.confirmation_needed')).toEqual(
      ['top_up.succeeded'],
    )
  })

  test('without a saved method is refused and leaves no invoice', async () => {
    const { id: customerId } = await givenCustomer(api)
    const { status, body } = await tryTopUp(api, customerId, { method: 'saved' })
    expect([status, body.code]).toEqual([409, 'no_payment_method'])
    expect(await must(api.get(`/v1/customers/${customerId}/top-ups`))).toMatchObject({
      results: [],
    })
  })
})

describe('the key of a request', () => {
  const asked = (customerId: string, key?: string) => ({
    apiKey: organization.secretKey,
    customerId,
    ...(key === undefined ? {} : { key }),
  })

  test('is required', async () => {
    const { id: customerId } = await givenCustomer(api)
    const { status, body } = await topUpWithKey(t, asked(customerId))
    expect([status, body.param]).toEqual([400, 'Idempotency-Key'])
  })

  test('that two tabs share makes one top-up and one charge; another key makes another', async () => {
    const customerId = await givenWithCard()
    const key = newId()
    const saved = { method: 'saved', amount: 15 }
    const answers = await Promise.all(
      [1, 2, 3].map(() => topUpWithKey(t, asked(customerId, key), saved)),
    )
    for (const { status } of answers) expect([201, 409]).toContain(status)
    const repeated = await topUpWithKey(t, asked(customerId, key), saved)
    expect(repeated).toMatchObject({ status: 201, body: { status: 'paid', amount: 15 } })
    expect(await movements(customerId)).toEqual([['granted', 15]])
    await topUpWithKey(t, asked(customerId, newId()), saved)
    expect(await movements(customerId)).toEqual([
      ['granted', 15],
      ['granted', 15],
    ])
    const other = await topUpWithKey(t, asked(customerId, key), { ...saved, amount: 16 })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })
})

test.each([
  ['zero', { amount: 0 }, 'amount'],
  ['a negative amount', { amount: -5 }, 'amount'],
  ['more decimals than the currency has', { amount: '1.001' }, 'amount'],
  ['text', { amount: 'ten' }, 'amount'],
  ['a currency in small letters', { currency: 'usd' }, 'currency'],
  ['an unknown currency', { currency: 'ZZZ' }, 'currency'],
  ['an unknown method', { method: 'cash' }, 'method'],
  ['an unknown field', { note: 'x' }, 'note'],
])('a top-up of %s is refused', async (_name, fields, param) => {
  const { id: customerId } = await givenCustomer(api)
  const { status, body } = await tryTopUp(api, customerId, fields)
  expect([status, body.param]).toEqual([400, param])
})

test('a top-up of an unknown customer is refused', async () => {
  expect((await tryTopUp(api, ABSENT)).status).toBe(404)
  expect((await api.get(`/v1/customers/${ABSENT}/top-ups`)).status).toBe(404)
})

describe('the refund of a top-up', () => {
  async function givenUsed() {
    const deal = await givenDeal(api, {
      prices: [{ chargeType: 'recurring', rate: 30 }],
      subscription: SINCE_JANUARY,
    })
    now = new Date('2026-01-20T12:00:00Z')
    const made = await topUp(api, deal.customerId)
    const url = `${INVOICES}/${made.id}`
    await must(api.post(`${url}/payments`, { amount: 100 }))
    now = new Date('2026-03-15T12:00:00Z')
    const draft = await deal.generate(month('2026-01-01', '2026-02-01'))
    expect(await sendInvoice(api, draft)).toMatchObject({ creditTotal: 30, total: 0 })
    const [payment] = (await payments(url)).results
    return {
      ...deal,
      made,
      refund: (fields?: Fields) => api.post(`${url}/payments/${payment.id}/refund`, fields),
    }
  }

  test('is at most what is left of its credit, and takes it off', async () => {
    const { customerId, made, refund } = await givenUsed()
    const more = await refund({ amount: '70.01' })
    expect([more.status, more.body.code]).toEqual([409, 'not_refundable'])
    await must(refund({ amount: 20 }))
    const rest = await must(refund())
    expect(rest).toMatchObject({ amount: 50, status: 'succeeded' })
    const none = await refund({ amount: '0.01' })
    expect([none.status, messageOf(none)]).toEqual([
      409,
      expect.stringContaining('Nothing is left'),
    ])
    expect(await movements(customerId)).toEqual([
      ['refunded', -50],
      ['refunded', -20],
      ['used', -30],
      ['granted', 100],
    ])
    expect(await read(customerId, made)).toMatchObject({ status: 'paid', amountRefunded: 70 })
    expect(await differences()).toEqual([])
  })

  test('and an invoice that draws the same credit never take it twice', async () => {
    const deal = await givenUsed()
    const draft = await deal.generate(month('2026-02-01', '2026-03-01'))
    await Promise.all([deal.refund({ amount: 70 }), api.post(`${INVOICES}/${draft.id}/send`, {})])
    const { credit } = await must(api.get(`/v1/customers/${deal.customerId}/credit`))
    expect(credit[0].balance).toBeGreaterThanOrEqual(0)
    expect(await differences()).toEqual([])
  })
})

test('a paid top-up is cash and neither revenue nor recurring; an unpaid one is nothing', async () => {
  now = new Date('2026-02-10T12:00:00Z')
  const { id: customerId } = await givenCustomer(api)
  const paid = await topUp(api, customerId, { amount: 80 })
  await must(api.post(`${INVOICES}/${paid.id}/payments`, { amount: 80 }))
  await topUp(api, customerId, { amount: 7 })
  now = new Date('2026-03-15T12:00:00Z')
  const window = 'startDate=2026-02-01&endDate=2026-02-28'
  expect(await must(api.get(`/v1/analytics/invoice-totals?${window}`))).toMatchObject({
    ...{ billed: 0, collected: 80 },
    byStatus: [{ status: 'paid', count: 1, total: 80 }],
  })
  expect(await must(api.get('/v1/analytics/mrr?variant=canonical'))).toMatchObject({ mrr: 0 })
  const monthEnd = await must(api.get(`/v1/analytics/month-end?${window}`))
  expect(monthEnd).toMatchObject({
    invoiced: { totals: [{ currency: 'USD', count: 1, amount: 80 }] },
    outstanding: { rows: [] },
    revenue: [],
  })
  expect(await differences()).toEqual([])
})

test('lists and exports name the kind of an invoice', async () => {
  const { id: customerId } = await givenCustomer(api)
  const { id } = await topUp(api, customerId)
  const { data } = await must(api.get(`${INVOICES}?customerId=${customerId}`))
  expect(data).toMatchObject([{ id, kind: 'top_up' }])
  const { body } = await t.app.inject({
    url: `${INVOICES}?customerId=${customerId}`,
    headers: { 'x-api-key': organization.secretKey, accept: 'text/csv' },
  })
  expect(body).toContain('top_up')
  expect((await api.get(`${INVOICES}/${id}/pdf`)).status).toBe(200)
})
