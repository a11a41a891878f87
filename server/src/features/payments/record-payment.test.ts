import { describe, expect, test } from 'vitest'
import { givenInvoice } from '../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { booksOf, expectBooksToBalance } from './test-support.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectBooksToBalance })
const books = booksOf(t)

const pay = (invoice: { url: string }, body: unknown) => t.api.post(`${invoice.url}/payments`, body)

test('a payment of the full amount due settles the invoice', async () => {
  const invoice = await givenInvoice(t)
  const { status, body } = await pay(invoice, { amount: 100 })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    invoiceId: invoice.id,
    method: 'other',
    status: 'succeeded',
    amount: 100,
    amountRefunded: 0,
    currency: 'USD',
    reference: null,
    provider: null,
    failureReason: null,
    paidAt: '2026-03-15T12:00:00.000Z',
    createdAt: '2026-03-15T12:00:00.000Z',
    refunds: [],
  })
  expect(await books.invoice(invoice)).toEqual({ status: 'paid', paid: '100', refunded: '0' })
  expect((await t.api.get(`${invoice.url}/payments`)).body).toEqual({ results: [body] })
})

test('partial payments add up, and the last one settles the invoice', async () => {
  const invoice = await givenInvoice(t, { status: 'overdue', total: '0.30' })
  const details = { method: 'bank_transfer', reference: ' ZX-1 ', paidAt: '2026-03-01T00:00:00Z' }
  const first = await pay(invoice, { amount: 0.1, ...details })
  expect(first.body).toMatchObject({
    amount: 0.1,
    ...details,
    reference: 'ZX-1',
    paidAt: '2026-03-01T00:00:00.000Z',
  })
  expect(await books.invoice(invoice)).toMatchObject({ status: 'overdue', paid: '0.1' })
  expect((await pay(invoice, { amount: '0.20' })).status).toBe(201)
  expect(await books.invoice(invoice)).toMatchObject({ status: 'paid' })
})

test.each(['JPY', 'KWD'])('amounts in %s use its decimals', async (currency) => {
  const total = currency === 'JPY' ? '500' : '1.234'
  const invoice = await givenInvoice(t, { currency, total })
  const tooFine = currency === 'JPY' ? 0.5 : 0.0005
  expect((await pay(invoice, { amount: tooFine })).body.message).toEqual([
    expect.stringContaining(`decimals of ${currency}`),
  ])
  expect((await pay(invoice, { amount: total })).body.amount).toBe(Number(total))
})

describe('is refused', () => {
  test.each([
    [undefined, 400],
    [{}, 400],
    [{ method: 'cash' }, 400],
    [{ amount: 0 }, 400],
    [{ amount: -1 }, 400],
    [{ amount: 1.001 }, 400],
    [{ amount: '1e2' }, 400],
    [{ amount: 'ten' }, 400],
    [{ amount: true }, 400],
    [{ amount: null }, 400],
    [{ amount: [1] }, 400],
    [{ amount: 1, method: 'bitcoin' }, 400],
    [{ amount: 1, reference: 'x'.repeat(256) }, 400],
    [{ amount: 1, paidAt: 'yesterday' }, 400],
    [{ amount: 1, paidAt: '2016-12-31T23:59:60Z' }, 400],
    [{ amount: 1, paidAt: '0000-01-01T00:00:00Z' }, 400],
    [{ amount: 1, paidAt: '2026-03-01' }, 400],
    [{ amount: 1, paidAt: '2026-03-15T12:00:01Z' }, 422],
    [{ amount: 100.01 }, 409],
    [{ amount: 999999999999 }, 409],
    [{ amount: 1, currency: 'USD' }, 400],
    [[], 400],
    ['100', 400],
  ])('%j with %i', async (body, expected) => {
    const invoice = await givenInvoice(t)
    const answer = await pay(invoice, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected)
    expect(await books.invoice(invoice)).toMatchObject({ status: 'issued', paid: '0' })
  })

  test('with one sentence for each bad field', async () => {
    const { url } = await givenInvoice(t)
    const { body } = await pay({ url }, { amount: true, method: 'gold', note: 1 })
    expect(body.message).toEqual([
      'note is not a field of this request',
      'amount must be a number or a text',
      'method must be one of card, bank_transfer, cash, check, other',
    ])
  })

  test.each(['draft', 'void', 'refunded', 'paid'])('for an invoice that is %s', async (status) => {
    const invoice = await givenInvoice(t, { total: '0' })
    await books.setStatus(invoice, status)
    const answer = await pay(invoice, { amount: 1 })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain(status)
    expect(/send it first/.test(answer.body.message)).toBe(status === 'draft')
  })

  test('when nothing is due', async () => {
    const answer = await pay(await givenInvoice(t, { total: '0' }), { amount: 1 })
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Nothing is due') },
    })
  })
})

test('concurrent payments never exceed the amount due', async () => {
  const invoice = await givenInvoice(t, { total: '100.00' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay(invoice, { amount: 40 })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
  expect(await books.invoice(invoice)).toMatchObject({ status: 'issued', paid: '80' })
})
