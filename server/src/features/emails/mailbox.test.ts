import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { useOpened } from '../../../test/support/use-app.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { pagesOf } from '../delivery/documents/test-support.ts'
import { queueReceipt, queueReminder } from '../delivery/send-mail.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { deliverEmails } from './deliver.ts'
import { queueEmail } from './queue.ts'
import { contentOf, startMailTest } from './test-support.ts'

const t = useOpened(startMailTest)

/** Returns the published failures of an email. */
async function failuresOf(emailId: string) {
  const { rows } = await t.service.database.pool.query(
    `select from outbox_events
     where type = 'email.failed'
       and object_id = (select id from emails where message_id = $1)`,
    [emailId],
  )
  return rows
}

test('reminders and receipts name their invoice and attach it', async () => {
  const { invoice } = await t.sent()
  const { db } = t.service.dependencies
  const moment = { now: t.now(), businessNow: t.now() }
  const key = { ...invoice, organizationId: t.service.organization.id }
  const inTransaction = (queue: typeof queueReminder) =>
    db.transaction().execute(async (tx) => {
      const stored = await lockInvoice(tx, key)
      if (!stored) throw new Error('the invoice is not there')
      return queue(tx, t.service.dependencies, { invoice: stored }, moment)
    })
  const reminder = await inTransaction(queueReminder)
  const paid = await t.service.api.post(`/v1/invoices/${invoice.id}/payments`, { amount: 7 })
  expect(paid.status).toBe(201)
  const receipt = await inTransaction(queueReceipt)
  await t.deliver()
  // The invoice was paid before the reminder was sent.
  expect(t.receivedOf(reminder.messageId)).toHaveLength(0)
  expect(await t.emailOf(reminder.messageId)).toMatchObject({ kind: 'reminder', status: 'failed' })
  const { mail } = t.onlyOf(receipt.messageId)
  expect(mail.subject).toBe(`Receipt for invoice ${invoice.invoiceNumber} from Test organization`)
  expect(mail.text).toContain('received $7.00')
  expect(mail.html).not.toContain('/pay/')
  const pages = (await pagesOf(contentOf(mail.attachments[0]))).join(' ')
  expect(pages).toContain('Paid')
  expect(pages).not.toContain('/pay/')
})

test('an invoice that was voided before its mail was sent is not mailed', async () => {
  const { emailId, invoice } = await t.sent()
  expect((await t.service.api.post(`/v1/invoices/${invoice.id}/void`, undefined)).status).toBe(200)
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(0)
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'failed' })
  const { body } = await t.service.api.get(`/v1/invoices/${invoice.id}/timeline`)
  const mails = body.results.flatMap(({ mail }: { mail: unknown }) => mail ?? [])
  // Nothing failed, and the timeline of the invoice shows that.
  expect(mails[0]).toMatchObject({ status: 'failed', wasKeptBack: true })
  expect(await failuresOf(emailId)).toHaveLength(0)
})

test('an email that failed is published as failed', async () => {
  const { emailId } = await t.sent({ email: 'refused@mueller.test' })
  await t.deliver()
  expect(await failuresOf(emailId)).toHaveLength(1)
})

test('no subject, name or address can inject a header', async () => {
  const { customerId } = await t.sent()
  const { db, mailer } = t.service.dependencies
  const organizationId = t.service.organization.id
  const email = {
    organizationId,
    customerId,
    invoiceId: null,
    kind: 'invoice' as const,
    from: mailer.from,
    to: 'ann@mueller.test',
    cc: [],
    subject: 'Hello\r\nBcc: thief@evil.test\u2028X: y',
    html: '',
    text: 'x',
    limitPerHour: null,
  }
  const queue = (fields: Partial<typeof email>) =>
    db.transaction().execute((tx) => queueEmail(tx, { ...email, ...fields }, t.now()))
  const { messageId } = await queue({})
  await t.deliver()
  const { to, mail, raw } = t.onlyOf(messageId)
  expect(to).toEqual(['ann@mueller.test'])
  expect(mail.subject).toBe('Hello Bcc: thief@evil.test X: y')
  expect(raw).not.toMatch(/^Bcc:/im)
  for (const address of ['a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', 'A <a@b.test>', 'a']) {
    await expect(queue({ to: address })).rejects.toThrow('is not an email address')
    await expect(queue({ cc: [...email.cc, address] as never[] })).rejects.toThrow()
  }
  const name = 'Eve\r\nBcc: thief@evil.test'
  const message = {
    ...email,
    messageId: 'x@y.test',
    date: t.now(),
    fromName: name,
    attachments: [],
  }
  const replyTo = { name, address: 'eve@evil.test' }
  await mailer.send({ ...message, replyTo })
  const last = t.received().at(-1)
  expect(last?.raw).not.toMatch(/^Bcc:/im)
  expect(last?.mail.replyTo).toMatchObject([{ address: 'eve@evil.test' }])
})

test('without a server messages are captured, in a file and in the list', async () => {
  const { emailId } = await t.sent()
  const mailer = createMailer({ ...t.service.config, smtpUrl: undefined })
  await deliverEmails({ ...t.service.dependencies, mailer }, t.now())
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'captured', attempts: 1 })
  expect(t.receivedOf(emailId)).toHaveLength(0)
  const file = `${emailId.split('@')[0]}.eml`
  expect(await readdir(join(t.dataDir, 'mail'))).toContain(file)
  const mail = await PostalMime.parse(await readFile(join(t.dataDir, 'mail', file)))
  expect(mail.messageId).toBe(`<${emailId}>`)
  expect(mail.attachments).toHaveLength(1)
})

describe('the mailbox', () => {
  test('filters by invoice, customer, kind and status, and shows the content of one', async () => {
    const { emailId, invoice, customerId } = await t.sent()
    const list = async (query: string) => (await t.service.api.get(`/v1/emails?${query}`)).body
    for (const query of [
      `invoiceId=${invoice.id}`,
      `customerId=${customerId}&kind=invoice&status=queued`,
    ]) {
      expect((await list(query)).results, query).toMatchObject([{ messageId: emailId }])
    }
    expect(await list(`invoiceId=${invoice.id}&kind=receipt`)).toMatchObject({ totalResults: 0 })
    const { results } = await list(`invoiceId=${invoice.id}`)
    const { body } = await t.service.api.get(`/v1/emails/${results[0].id}`)
    expect(body).toMatchObject({ ...results[0], html: expect.stringContaining('<!doctype html>') })
    expect(body.text).toContain(invoice.invoiceNumber)
    await t.deliver()
  })

  test.each(['kind=letter', 'status=lost', 'invoiceId=1', 'limit=0'])(
    'refuses %s',
    async (query) => {
      expect((await t.service.api.get(`/v1/emails?${query}`)).status).toBe(400)
    },
  )
})
