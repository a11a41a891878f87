import { expect, test } from 'vitest'
import { type GivenInvoice, givenInvoice } from '../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { booksOf, browserOf } from '../payments/test-support.ts'

const t = useTestApp()

async function receiptsOf({ id }: GivenInvoice) {
  const { body } = await t.api.get(`/v1/emails?invoiceId=${id}&kind=receipt`)
  return body.totalResults
}

async function payOnline(invoice: GivenInvoice) {
  const browser = browserOf(t)
  await browser.submit(await browser.open(invoice), { number: '4242424242424242' })
  expect(await booksOf(t).invoice(invoice)).toMatchObject({ status: 'paid' })
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

test('a receipt that could not be written with its payment is written later, once', async () => {
  const { rows } = booksOf(t)
  const invoice = await givenInvoice(t, { customer: { email: 'ap@acme.test' } })
  await rows(`alter table emails add constraint broken check (kind <> 'receipt')`)
  await payOnline(invoice)
  await t.followUp(inMinutes(2))
  expect(await receiptsOf(invoice)).toBe(0)

  await rows('alter table emails drop constraint broken')
  await t.followUp(inMinutes(2))
  expect(await receiptsOf(invoice), 'it waits its turn').toBe(0)
  const later = inMinutes(4)
  await Promise.all([t.followUp(later), t.followUp(later)])
  await t.followUp(inMinutes(9))
  expect(await receiptsOf(invoice)).toBe(1)
})

test('a receipt for a customer without an address is not retried', async () => {
  const invoice = await givenInvoice(t, { customer: { email: undefined } })
  await payOnline(invoice)
  await t.followUp()
  expect(await booksOf(t).rows('select * from outbox_tasks')).toEqual([])
  expect(await receiptsOf(invoice)).toBe(0)
})

test('a manually recorded payment gets no receipt', async () => {
  const invoice = await givenInvoice(t, { customer: { email: 'ap@acme.test' } })
  const byHand = { method: 'bank_transfer', amount: 100 }
  const { status } = await t.api.post(`${invoice.url}/payments`, byHand)
  expect(status).toBe(201)
  await t.followUp(inMinutes(2))
  expect(await receiptsOf(invoice)).toBe(0)
})
