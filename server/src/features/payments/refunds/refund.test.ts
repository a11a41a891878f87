import { describe, expect, test } from 'vitest'
import { type GivenInvoice, givenInvoice } from '../../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { getInvoiceDocument } from '../../delivery/documents/document.ts'
import { markOverdue } from '../../invoices/status/overdue.ts'
import { booksOf, browserOf, depsOf, expectBooksToBalance } from '../test-support.ts'
import { finishRefund } from './finish-refund.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectBooksToBalance })
const books = booksOf(t)

async function paidInvoice(total = '100.00') {
  const invoice = await givenInvoice(t, { total })
  const { body } = await t.api.post(`${invoice.url}/payments`, { amount: total })
  return { invoice, paymentId: body.id as string }
}

const refund = (invoice: GivenInvoice, paymentId: string, body?: unknown) =>
  t.api.post(`${invoice.url}/payments/${paymentId}/refund`, body)

test('a partial refund keeps the invoice paid, the rest makes it refunded', async () => {
  const { invoice, paymentId } = await paidInvoice()
  const first = await refund(invoice, paymentId, { amount: 30.5, reason: 'Two jobs failed' })
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    id: expect.any(String),
    paymentId,
    invoiceId: invoice.id,
    amount: 30.5,
    currency: 'USD',
    reason: 'Two jobs failed',
    status: 'succeeded',
    isDispute: false,
    failureReason: null,
    refundedAt: '2026-03-15T12:00:00.000Z',
    createdAt: '2026-03-15T12:00:00.000Z',
  })
  expect(await books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '30.5' })
  const rest = await refund(invoice, paymentId)
  expect(rest.body).toMatchObject({ amount: 69.5, reason: null })
  expect(await books.invoice(invoice)).toMatchObject({ status: 'refunded', paid: '100' })
  const { body } = await t.api.get(`${invoice.url}/payments`)
  expect(body.results).toMatchObject([{ amountRefunded: 100, refunds: [first.body, rest.body] }])
})

test('an invoice of two payments is refunded once both are', async () => {
  const invoice = await givenInvoice(t)
  const one = await t.api.post(`${invoice.url}/payments`, { amount: 40 })
  const other = await t.api.post(`${invoice.url}/payments`, { amount: 60 })
  await refund(invoice, one.body.id)
  expect(await books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '40' })
  expect((await refund(invoice, one.body.id, { amount: 1 })).status).toBe(409)
  await refund(invoice, other.body.id)
  expect(await books.invoice(invoice)).toMatchObject({ status: 'refunded', refunded: '100' })
})

test('a payment taken by a provider is refunded through it', async () => {
  const invoice = await givenInvoice(t)
  await browserOf(t).pay(invoice)
  const [payment] = (await t.api.get(`${invoice.url}/payments`)).body.results
  const { body } = await refund(invoice, payment.id, { amount: 10 })
  expect(body.status).toBe('succeeded')
  const [row] = await books.rows('select provider_refund_id as id from refunds where id = $1', [
    body.id,
  ])
  expect(row.id).toBe(`sandbox_re_${body.id}`)
})

test('concurrent refunds never exceed the payment', async () => {
  const { invoice, paymentId } = await paidInvoice()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => refund(invoice, paymentId, { amount: 40 })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
  expect(await books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '80' })
})

describe('before an invoice is paid in full', () => {
  const pay = (invoice: GivenInvoice, amount: number) =>
    t.api.post(`${invoice.url}/payments`, { amount })
  const dueOf = async ({ url }: GivenInvoice) => (await t.api.get(url)).body.amountDue

  test('a refunded amount is due again, and must be paid before the invoice is paid', async () => {
    const invoice = await givenInvoice(t)
    const cheque = (await pay(invoice, 40)).body
    await refund(invoice, cheque.id)
    expect(await dueOf(invoice)).toBe(100)
    expect((await pay(invoice, 60)).status).toBe(201)
    expect(await books.invoice(invoice)).toMatchObject({ status: 'issued', paid: '100' })
    expect(await dueOf(invoice)).toBe(40)
    expect((await pay(invoice, 40.01)).status).toBe(409)
    const last = (await pay(invoice, 40)).body
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid', paid: '140' })
    await refund(invoice, last.id)
    expect(await dueOf(invoice)).toBe(0)
    expect((await pay(invoice, 40)).status).toBe(409)
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '80' })
  })

  test('an invoice is refunded only once all its payments are refunded', async () => {
    const invoice = await givenInvoice(t)
    const first = (await pay(invoice, 100 - 1)).body
    await refund(invoice, first.id)
    const second = (await pay(invoice, 100)).body
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid', paid: '199' })
    await refund(invoice, second.id, { amount: 99 })
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid' })
    await refund(invoice, second.id)
    expect(await books.invoice(invoice)).toMatchObject({ status: 'refunded', refunded: '199' })
    expect(await dueOf(invoice)).toBe(0)
  })

  test('with its payment refunded it becomes overdue on its due date, for the whole amount', async () => {
    const invoice = await givenInvoice(t)
    await refund(invoice, (await pay(invoice, 40)).body.id)
    await books.rows(
      `update invoices set version = version + 1, due_date = '2026-03-15T00:00:00Z' where id = $1`,
      [invoice.id],
    )
    await markOverdue(
      t.dependencies.db,
      { now: new Date('2026-03-15T12:00:00Z'), only: t.organization.id },
      t.dependencies.clock.moment(t.organization.id),
    )
    expect(await books.invoice(invoice)).toMatchObject({ status: 'overdue' })
    const path = await browserOf(t).open(invoice)
    expect((await browserOf(t).get(path)).body).toContain('$100.00')
  })

  test.each(['issued', 'overdue'])(
    'a refund that the bank sends back pays an %s invoice that waited for it alone',
    async (status) => {
      const invoice = await givenInvoice(t, { status })
      const back = await refund(invoice, (await pay(invoice, 60)).body.id)
      await pay(invoice, 40)
      expect(await books.invoice(invoice)).toMatchObject({ status, paid: '100', refunded: '60' })
      const key = { ...invoice, id: back.body.id as string }
      await finishRefund(depsOf(t), key, { kind: 'refused', reason: 'closed account' })
      expect(await books.invoice(invoice)).toEqual({ status: 'paid', paid: '100', refunded: '0' })
      const { body } = await t.api.get(invoice.url)
      expect(body).toMatchObject({ amountDue: 0, paidAt: '2026-03-15T12:00:00.000Z' })
    },
  )

  test('a refund that the bank returns leaves the rest of the invoice due', async () => {
    const invoice = await givenInvoice(t)
    const back = await refund(invoice, (await pay(invoice, 60)).body.id)
    const key = { ...invoice, id: back.body.id as string }
    await finishRefund(depsOf(t), key, { kind: 'refused', reason: 'closed account' })
    expect(await books.invoice(invoice)).toMatchObject({ status: 'issued', refunded: '0' })
    expect(await dueOf(invoice)).toBe(40)
  })

  test('a page for the earlier amount due is replaced by a new one', async () => {
    const invoice = await givenInvoice(t)
    const cheque = (await pay(invoice, 40)).body
    const browser = browserOf(t)
    const old = await browser.open(invoice)
    await refund(invoice, cheque.id)
    const opened = await browser.open(invoice)
    expect(opened).not.toBe(old)
    await browser.submit(opened)
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid', paid: '140' })
  })
})

test('nothing is due on a void or refunded invoice, in the list, read and as a document', async () => {
  const { invoice, paymentId } = await paidInvoice()
  await refund(invoice, paymentId)
  const voided = await givenInvoice(t)
  await t.api.post(`${voided.url}/void`, {})
  for (const { id, url, customerId } of [invoice, voided]) {
    expect((await t.api.get(url)).body).toMatchObject({ amountDue: 0, total: 100 })
    const { data } = (await t.api.get(`/v1/invoices?customerId=${customerId}`)).body
    expect(data).toMatchObject([{ id, amountDue: 0 }])
    const document = await getInvoiceDocument(t.dependencies.db, t.dependencies.config, {
      organizationId: t.organization.id,
      id,
    })
    expect(document).toMatchObject({ amountDue: '$0.00', payUrl: null })
  }
})

describe('is refused', () => {
  test.each([
    [{ amount: 0 }, 400],
    [{ amount: -5 }, 400],
    [{ amount: 0.001 }, 400],
    [{ amount: '5,00' }, 400],
    [{ amount: {} }, 400],
    [{ amount: 100.01 }, 409],
    [{ reason: 5 }, 400],
    [{ note: 'x' }, 400],
  ])('%j with %i', async (body, expected) => {
    const { invoice, paymentId } = await paidInvoice()
    expect((await refund(invoice, paymentId, body)).status).toBe(expected)
    expect(await books.refunds(invoice)).toEqual([])
  })

  test("another invoice's payment like an absent one", async () => {
    const [one, other] = [await paidInvoice(), await paidInvoice()]
    const answer = await refund(one.invoice, other.paymentId)
    expect(answer).toMatchObject({ status: 404, body: { message: 'Payment not found' } })
    const absent = await refund(one.invoice, crypto.randomUUID())
    expect(absent).toMatchObject({ status: 404, body: { message: 'Payment not found' } })
  })
})
