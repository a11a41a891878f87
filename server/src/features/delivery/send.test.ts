import { describe, expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import type { Fields } from '../../../test/support/given.ts'
import { invoiceLock } from '../../../test/support/invoice-lock.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { runBehindLock } from '../../../test/support/waiting.ts'
import { pagesOf } from './documents/test-support.ts'

let now = new Date('2026-03-10T12:00:00Z')
const service = useTestApp({ now: () => now })

async function draft(options: { customer?: Fields; subscription?: Fields } = {}) {
  const deal = await givenDeal(service.api, {
    ...options,
    customer: { email: 'billing@acme.test', ...options.customer },
    subscription: { ...SINCE_JANUARY, ...options.subscription },
  })
  await deal.use('ticket', 7, '2026-03-05')
  const { status, body } = await deal.tryGenerate()
  expect(status).toBe(201)
  return body
}

const send = (id: string, body?: unknown) => service.api.post(`/v1/invoices/${id}/send`, body)
const read = async (id: string) => (await service.api.get(`/v1/invoices/${id}`)).body
const mails = async (id: string) =>
  (await service.api.get(`/v1/emails?invoiceId=${id}`)).body.results
const stored = async (id: string) =>
  (await service.database.pool.query('select * from invoices where id = $1', [id])).rows[0]

describe('sending an invoice', () => {
  test('issues a draft, without a body, to the address of the customer', async () => {
    const { id, invoiceNumber } = await draft()
    const { status, body } = await send(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: `Invoice ${invoiceNumber} is on its way to billing@acme.test`,
      emailId: expect.stringMatching(/^[0-9a-f-]{36}@localhost$/),
      recipientEmail: 'billing@acme.test',
      // The test organization has no address.
      warnings: [expect.stringContaining('addressLine1')],
    })
    expect(await read(id)).toMatchObject({ status: 'issued', issueDate: now.toISOString() })
    expect(await mails(id)).toMatchObject([{ messageId: body.emailId, status: 'queued' }])
    expect(await stored(id)).toMatchObject({ issued_at: now, finalized_at: now, collect_at: null })
  })

  test('is due after its net terms and reminded after that, in days of the customer', async () => {
    // Daylight saving time begins in New York on 8 March and in Berlin on 29 March.
    const { id } = await draft({ customer: { timezone: 'Europe/Berlin', netTerms: 30 } })
    await send(id)
    expect(await stored(id)).toMatchObject({
      due_date: new Date('2026-04-09T11:00:00Z'),
      remind_at: new Date('2026-04-12T11:00:00Z'),
    })
  })

  test('hands an invoice with automatic payment to the collection', async () => {
    const { id } = await draft({ subscription: { autoCollectPayment: true } })
    await send(id)
    expect(await stored(id)).toMatchObject({ collect_at: now })
  })

  test('uses the given recipient, subject and message', async () => {
    const { id } = await draft()
    const options = { recipientEmail: 'ann@acme.test', subject: 'March', message: 'Hello <you>' }
    expect((await send(id, options)).body.recipientEmail).toBe('ann@acme.test')
    const [item] = await mails(id)
    expect(item).toMatchObject({ to: 'ann@acme.test', subject: 'March' })
    const { body } = await service.api.get(`/v1/emails/${item.id}`)
    expect(body.html).toContain('Hello &lt;you&gt;')
  })

  test('falls back on the billing contact, and says what to do without any address', async () => {
    const contact = { email: null, billingContactEmail: 'ann@acme.test' }
    expect((await send((await draft({ customer: contact })).id)).body.recipientEmail).toBe(
      'ann@acme.test',
    )
    const { id } = await draft({ customer: { email: null } })
    const { status, body } = await send(id)
    expect(status).toBe(400)
    expect(body.message).toContain('billingContactEmail')
    expect(await read(id)).toMatchObject({ status: 'draft' })
    expect(await mails(id)).toEqual([])
    expect((await send(id, { recipientEmail: 'ann@acme.test' })).status).toBe(200)
  })

  test('is due after the current terms of the customer, if the subscription has none', async () => {
    const { id, customerId } = await draft({ customer: { netTerms: 5 } })
    expect(await read(id)).toMatchObject({ netTerms: 5 })
    await service.api.patch(`/v1/customers/${customerId}`, { netTerms: 10 })
    await send(id)
    const dueDate = new Date(now.getTime() + 10 * 86_400_000).toISOString()
    expect(await read(id)).toMatchObject({ netTerms: 10, dueDate })
  })

  test('mails an issued invoice again and keeps its dates', async () => {
    const { id } = await draft()
    const first = await send(id)
    const before = await read(id)
    now = new Date('2026-03-12T09:00:00Z')
    const second = await send(id)
    expect(second.status).toBe(200)
    expect(second.body.emailId).not.toBe(first.body.emailId)
    expect(await read(id)).toMatchObject({ issueDate: before.issueDate, dueDate: before.dueDate })
    expect(await mails(id)).toHaveLength(2)
  })

  test('sends one mail for a draft despite concurrent requests', async () => {
    const one = await draft()
    const { id } = one
    const answers = await runBehindLock(
      service.database.pool,
      { ...invoiceLock(one), sessions: 3 },
      () => Promise.all([send(id), send(id, { recipientEmail: 'ann@acme.test' }), send(id)]),
    )
    const [mail, ...more] = await mails(id)
    expect(more).toEqual([])
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ emailId: mail.messageId, recipientEmail: mail.to })
    }
  })

  test('refuses settled invoices', async () => {
    const { id } = await draft()
    expect((await service.api.post(`/v1/invoices/${id}/void`, undefined)).status).toBe(200)
    const { status, body } = await send(id)
    expect(status).toBe(400)
    expect(body.message).toContain('void')
    expect(await mails(id)).toEqual([])
  })

  test.each([
    [{ recipientEmail: 'nobody' }, /recipientEmail/],
    [{ recipientEmail: 'a@b.test\r\nBcc: c@d.test' }, /recipientEmail/],
    [{ recipientEmail: 'a@b.test, c@d.test' }, /recipientEmail/],
    [{ recipientEmail: null }, /recipientEmail/],
    [{ subject: 'a\r\nBcc: c@d.test' }, /subject/],
    [{ subject: 'x'.repeat(256) }, /subject/],
    [{ message: 5 }, /message/],
    [{ recipient: 'a@b.test' }, /recipient/],
    [[], /body/i],
  ])('refuses %j', async (options, message) => {
    const { id } = await draft()
    const answer = await send(id, options)
    expect(answer.status).toBe(400)
    expect(String(answer.body.message)).toMatch(message)
    expect(await read(id)).toMatchObject({ status: 'draft' })
  })
})

test('the PDF is served under the number of the invoice', async () => {
  const { id, invoiceNumber } = await draft()
  const response = await service.app.inject({
    url: `/v1/invoices/${id}/pdf`,
    headers: { 'x-api-key': service.organization.secretKey },
  })
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Invoice-${invoiceNumber}.pdf"`,
  })
  const text = (await pagesOf(response.rawPayload)).join(' ')
  expect(text).toContain('Draft')
  expect(text).toContain('$7.00')
  expect(text).not.toMatch(/0\.0025|6\.99|cost|margin/i)
})
