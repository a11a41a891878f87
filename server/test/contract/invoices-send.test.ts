import { beforeEach, describe, expect, test } from 'vitest'
import { messageOf, must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  INVOICES,
  type Invoice,
  payInvoice,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { mailsOf } from '../support/mails.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let now = new Date('2026-04-20T12:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(() => {
  now = new Date('2026-04-20T12:00:00Z')
})

const draftOf = async (customer: Fields = {}, subscription: Fields = {}) =>
  (await givenDeal(api, { prices: [FEE], customer, subscription })).generate()
const send = ({ id }: { id: string }, body?: unknown) => api.post(`${INVOICES}/${id}/send`, body)
const mailed = async ({ id }: Invoice) => JSON.stringify(await mailsOf(api, id))

describe('send', () => {
  test('without a body issues the draft and mails it to the customer', async () => {
    const draft = await draftOf({ email: 'ada@example.com' })
    const { status, body } = await send(draft)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      emailId: expect.stringMatching(/./),
      recipientEmail: 'ada@example.com',
      // The test organization has no address.
      warnings: [expect.stringContaining('address')],
    })
    const issued = await readInvoice(api, draft.id)
    expect(issued.status).toBe('issued')
    const [mail, ...others] = await mailsOf(api, draft.id)
    expect(others).toEqual([])
    expect(JSON.stringify(mail?.to)).toContain('ada@example.com')
  })

  test('keeps number, lines and total, and dates the invoice', async () => {
    const draft = await draftOf({}, { netTerms: 14 })
    const issued = await sendInvoice(api, draft)
    const { id, invoiceNumber, total, lineItems } = draft
    expect(issued).toMatchObject({ id, invoiceNumber, total, lineItems })
    expect(issued.issueDate).toContain('2026-04-20')
    expect(issued.dueDate).toContain('2026-05-04')
  })

  test.each([undefined, {}])(
    'takes the subject from number and business name: %j',
    async (body) => {
      const draft = await draftOf()
      expect((await send(draft, body)).status).toBe(200)
      const [mail] = await mailsOf(api, draft.id)
      expect(mail?.subject).toContain(draft.invoiceNumber)
      expect(mail?.subject).toContain('Test organization')
    },
  )

  test('uses the recipient, subject and message that are sent', async () => {
    const draft = await draftOf()
    const { body } = await send(draft, {
      recipientEmail: 'cfo@example.com',
      subject: 'Your April',
      message: 'Thank you for your business',
    })
    expect(body.recipientEmail).toBe('cfo@example.com')
    const [mail] = await mailsOf(api, draft.id)
    expect(mail?.subject).toBe('Your April')
    expect(JSON.stringify(mail?.to)).toContain('cfo@example.com')
  })

  test('copies invoiceEmailRecipients', async () => {
    const draft = await draftOf({ invoiceEmailRecipients: ['books@example.com'] })
    await send(draft)
    expect(await mailed(draft)).toContain('books@example.com')
  })

  test('again while issued sends another mail and changes nothing else', async () => {
    const draft = await draftOf()
    const first = (await send(draft)).body
    const issued = await readInvoice(api, draft.id)
    now = new Date('2026-04-22T12:00:00Z')
    const second = await send(draft)
    expect(second.status).toBe(200)
    expect(second.body.emailId).not.toBe(first.emailId)
    expect(await mailsOf(api, draft.id)).toHaveLength(2)
    expect(await readInvoice(api, draft.id)).toEqual(issued)
  })

  test.each(['paid', 'void', 'refunded'])(
    'of a %s invoice is a 400 and mails nothing',
    async (to) => {
      const invoice = await sendInvoice(api, await draftOf())
      if (to === 'void') await voidInvoice(api, invoice)
      else {
        const { payments } = await payInvoice(api, invoice, 49)
        const url = `${INVOICES}/${invoice.id}/payments/${payments[0]?.id}/refund`
        if (to === 'refunded') await must(api.post(url, {}))
      }
      expect((await readInvoice(api, invoice.id)).status).toBe(to)
      const mails = await mailsOf(api, invoice.id)
      expect((await send(invoice)).status).toBe(400)
      expect(await mailsOf(api, invoice.id)).toEqual(mails)
    },
  )

  test.each<[string, Fields]>([
    ['recipientEmail', { recipientEmail: 'a@example.com\r\nBcc: b@example.com' }],
    ['subject', { subject: 'Hello\r\nBcc: thief@example.com' }],
  ])('is refused with 400 naming %s: %j', async (field, body) => {
    const draft = await draftOf()
    const answer = await send(draft, body)
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(field)
    expect((await readInvoice(api, draft.id)).status).toBe('draft')
    expect(await mailsOf(api, draft.id)).toEqual([])
  })

  test('to a customer without an email address is refused until one is named', async () => {
    const draft = await draftOf({ email: undefined })
    expect([400]).toContain((await send(draft)).status)
    expect((await readInvoice(api, draft.id)).status).toBe('draft')
    expect((await send(draft, { recipientEmail: 'a@example.com' })).status).toBe(200)
  })
})

describe('the list of mails', () => {
  test('has the fields of a mail', async () => {
    const draft = await draftOf()
    await send(draft)
    const { body } = await api.get('/v1/emails')
    expect(body).toMatchObject({ page: 1, limit: 20, totalPages: 1, totalResults: 1 })
    expect(body.results[0]).toMatchObject({
      id: expect.any(String),
      kind: expect.any(String),
      status: expect.any(String),
      subject: expect.any(String),
      invoiceId: draft.id,
    })
  })
})
