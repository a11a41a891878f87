import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { givenInvoice } from '../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { hashOfToken } from '../invoices/pay-link/link-token.ts'
import { takesPayments } from '../invoices/pay-link/pay-link.ts'
import { booksOf, browserOf } from '../payments/test-support.ts'

const t = useTestApp({ config: { publicUrl: 'https://billing.test' } })
const books = booksOf(t)

const read = async (url: string) => (await t.api.get(url)).body

test('a payable invoice has a payment URL, in the list and when read', async () => {
  const invoice = await givenInvoice(t)
  const payUrl = `https://billing.test/pay/${invoice.token}`
  expect(await read(invoice.url)).toMatchObject({ payUrl })
  const { data } = await read(`/v1/invoices?customerId=${invoice.customerId}`)
  expect(data).toMatchObject([{ payUrl }])
  expect((await t.app.inject(new URL(payUrl).pathname)).statusCode).toBe(303)
})

test.each(['draft', 'paid', 'void', 'refunded'])(
  'an invoice that is %s has no payment URL',
  async (status) => {
    const invoice = await givenInvoice(t, { status })
    expect(await read(invoice.url)).toMatchObject({ payUrl: null })
  },
)

test('an invoice over 0, or of a live deployment without Stripe, has no payment URL', async () => {
  const invoice = await givenInvoice(t, { total: '0.00' })
  expect(await read(invoice.url)).toMatchObject({ payUrl: null })
  expect(takesPayments({ stripe: undefined, environment: 'live' })).toBe(false)
})

test('a legacy unsigned link still leads to its invoice', async () => {
  const invoice = await givenInvoice(t)
  const mailed = randomBytes(32).toString('base64url')
  await books.rows(
    'update invoices set version = version + 1, payment_token_hash = $2 where id = $1',
    [invoice.id, hashOfToken(mailed)],
  )
  const [old, signed] = await Promise.all([
    t.app.inject(`/pay/${mailed}`),
    t.app.inject(`/pay/${invoice.token}`),
  ])
  expect([old.statusCode, signed.statusCode]).toEqual([303, 303])
  expect((await t.app.inject(`/pay/${randomBytes(32).toString('base64url')}`)).statusCode).toBe(404)
})

test('the database stores no token that opens an invoice or a page', async () => {
  const invoice = await givenInvoice(t)
  const page = await browserOf(t).open(invoice)
  const checkoutToken = page.split('/').at(-1) ?? ''
  expect(checkoutToken).toMatch(/^[\w-]{64}$/)
  const kept = await books.rows(
    `select i::text || s::text as text from invoices i join checkout_sessions s
       on s.customer_id = i.customer_id and s.invoice_id = i.id where i.id = $1`,
    [invoice.id],
  )
  expect(kept).toHaveLength(1)
  expect(kept[0].text).not.toContain(invoice.token)
  expect(kept[0].text).not.toContain(checkoutToken)
  // The same page opens again, and a token of one kind does not open the other.
  expect(await browserOf(t).open(invoice)).toBe(page)
  expect((await t.app.inject(`/pay/${checkoutToken}`)).statusCode).toBe(404)
  expect((await t.app.inject(`/checkout/${invoice.token}`)).statusCode).toBe(404)
})
