import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../test/support/app.ts'
import type { Fields } from '../../../test/support/given.ts'
import { type GivenInvoice, givenInvoice } from '../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { deliverEmails } from '../emails/deliver.ts'
import { booksOf, browserOf } from '../payments/test-support.ts'

const t = useTestApp()
beforeEach(async () => {
  const all = { emailOnPayment: true, emailOnRefund: true, emailOnVoid: true }
  expect((await t.api.patch('/v1/organization', all)).status).toBe(200)
})

const ADDRESS = 'ap@acme.test'
const invoiceFor = (customer: Fields = { email: ADDRESS }) => givenInvoice(t, { customer })
const write = (now = new Date()) => t.followUp(now)

/** Returns the kind and text of every email about an invoice, oldest first. */
async function mailsOf({ id }: GivenInvoice) {
  const { body } = await t.api.get(`/v1/emails?invoiceId=${id}&limit=100`)
  const mails = body.results.toReversed()
  return Promise.all(
    mails.map(async (one: Fields) => (await t.api.get(`/v1/emails/${one.id}`)).body),
  )
}

const pay = ({ url }: GivenInvoice, amount: number) =>
  must(t.api.post(`${url}/payments`, { amount, method: 'bank_transfer' }))
const refund = ({ url }: GivenInvoice, { id }: Fields, amount: number) =>
  must(t.api.post(`${url}/payments/${id}/refund`, { amount }))
const cancel = ({ url }: GivenInvoice) => must(t.api.post(`${url}/void`, {}))

const OCCASIONS: [string, string, (one: GivenInvoice) => Promise<unknown>, string][] = [
  ['payment', 'emailOnPayment', (one) => pay(one, 40), 'received $40.00'],
  ['void', 'emailOnVoid', cancel, 'You do not have to pay it'],
]

describe.each(OCCASIONS)('a %s', (kind, setting, act, words) => {
  test('causes one mail with the PDF, whichever process writes it', async () => {
    const one = await invoiceFor()
    await act(one)
    await Promise.all([write(), write()])
    await write()
    const mails = await mailsOf(one)
    expect(mails).toMatchObject([{ kind, to: ADDRESS, text: expect.stringContaining(words) }])
    await deliverEmails(t.dependencies, new Date())
    expect(await mailsOf(one)).toMatchObject([{ status: 'captured' }])
  })

  test('causes no mail when the organization has disabled it', async () => {
    expect((await t.api.patch('/v1/organization', { [setting]: false })).status).toBe(200)
    const one = await invoiceFor()
    await act(one)
    await write()
    expect(await mailsOf(one)).toEqual([])
    expect(await booksOf(t).rows('select 1 from outbox_tasks')).toEqual([])
  })

  test('causes no mail without an address, and is not retried', async () => {
    const one = await invoiceFor({})
    await act(one)
    await write()
    expect(await mailsOf(one)).toEqual([])
    expect(await booksOf(t).rows('select 1 from outbox_tasks')).toEqual([])
  })
})

test('a refund of a manual or online payment is mailed with its amount', async () => {
  const byHand = await invoiceFor()
  const payment = await pay(byHand, 100)
  await refund(byHand, payment, 30)
  const online = await invoiceFor()
  await browserOf(t).pay(online)
  const { results } = (await t.api.get(`${online.url}/payments`)).body
  await refund(online, results[0], 25)
  await write()
  const refunds = async (one: GivenInvoice) =>
    (await mailsOf(one)).filter(({ kind }: Fields) => kind === 'refund')
  expect(await refunds(byHand)).toMatchObject([
    { text: expect.stringContaining('refunded $30.00') },
  ])
  expect(await refunds(online)).toMatchObject([
    { text: expect.stringContaining('refunded $25.00') },
  ])

  expect((await t.api.patch('/v1/organization', { emailOnRefund: false })).status).toBe(200)
  await refund(byHand, payment, 10)
  await write()
  expect(await refunds(byHand)).toHaveLength(1)
})

test('a refund that the bank returned before its mail is not mailed', async () => {
  const one = await invoiceFor()
  await refund(one, await pay(one, 100), 30)
  await booksOf(t).rows(`update refunds set status = 'failed' where invoice_id = $1`, [one.id])
  await write()
  expect((await mailsOf(one)).map(({ kind }: Fields) => kind)).toEqual(['payment'])
})

test('a voided invoice that was never sent causes no mail', async () => {
  const draft = await givenInvoice(t, { status: 'pending', customer: { email: ADDRESS } })
  await cancel(draft)
  await write()
  expect(await mailsOf(draft)).toEqual([])
})

test('a mail that cannot be written does not block the booking, and is written later', async () => {
  const { rows } = booksOf(t)
  const [broken, other] = [await invoiceFor(), await invoiceFor()]
  await rows(`alter table emails add constraint broken check (invoice_id <> '${broken.id}')`)
  await pay(broken, 40)
  await pay(other, 40)
  await write()
  expect(await mailsOf(other)).toHaveLength(1)
  expect(await booksOf(t).invoice(broken)).toMatchObject({ paid: '40' })
  await rows('alter table emails drop constraint broken')
  await write()
  expect(await mailsOf(broken), 'it waits its turn').toEqual([])
  await write(new Date(Date.now() + 61_000))
  expect(await mailsOf(broken)).toHaveLength(1)
})
