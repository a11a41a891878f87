import { runMigrations } from 'graphile-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesOf } from '../invoice-documents/test-support.ts'
import { lockInvoice } from '../invoices/queries.ts'
import { queueReminder } from '../invoices/send.ts'
import { deliverEmails } from './deliver.ts'
import { claimDueEmail } from './queries.ts'
import { contentOf, type MailTest, startMailTest } from './test-support.ts'

const MINUTE = 60_000
let t: MailTest
beforeAll(async () => {
  t = await startMailTest()
})
afterAll(() => t.close())

test('a sent invoice arrives with its PDF, its copies and the id that was answered', async () => {
  const { emailId, invoice } = await t.sent(
    {
      name: 'Müller <b>',
      email: 'ap@mueller.test',
      invoiceEmailRecipients: ['cfo@mueller.test', 'AP@mueller.test'],
    },
    { message: 'Thank you <3' },
  )
  await t.deliver()
  const { to, mail, raw } = t.onlyOf(emailId)
  expect(to).toEqual(['ap@mueller.test', 'cfo@mueller.test'])
  expect(mail.from).toMatchObject({ name: 'Acme', address: 'invoices@acme.test' })
  expect(mail.to).toMatchObject([{ address: 'ap@mueller.test' }])
  expect(mail.cc).toMatchObject([{ address: 'cfo@mueller.test' }])
  expect(mail.subject).toBe(`Invoice ${invoice.invoiceNumber} from Test organization`)
  expect(mail.html).toContain('Thank you &lt;3')
  expect(mail.html).toContain('Müller &lt;b&gt;')
  expect(mail.html).toMatch(/href="http:\/\/127\.0\.0\.1:8080\/pay\/[\w-]{20,}"/)
  expect(mail.text).toContain('Amount due: $7.00')
  const [pdf] = mail.attachments
  expect(pdf).toMatchObject({
    filename: `Invoice-${invoice.invoiceNumber}.pdf`,
    mimeType: 'application/pdf',
  })
  const pages = (await pagesOf(contentOf(pdf))).join(' ')
  expect(pages).toContain(invoice.invoiceNumber)
  expect(pages).toContain('$7.00')
  // The work cost 0.0025 USD; the customer reads nothing of that.
  expect(invoice.totalCost).toBe(0.0025)
  const read = mail.html?.replace(/style="[^"]*"/g, '')
  for (const text of [pages, read, mail.text]) {
    expect(text).not.toMatch(/0\.0025|6\.99|cost|margin/i)
  }
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(await t.emailOf(emailId)).toMatchObject({
    status: 'sent',
    kind: 'invoice',
    invoiceId: invoice.id,
    attempts: 1,
    sentAt: t.now().toISOString(),
  })
})

test('while the server is down a message waits, and then goes out once', async () => {
  const { emailId } = await t.sent()
  await t.stopServer()
  await t.deliver()
  expect(await t.emailOf(emailId)).toMatchObject({
    status: 'queued',
    attempts: 1,
    lastError: expect.stringContaining('ECONNREFUSED'),
    nextAttemptAt: new Date(t.now().getTime() + MINUTE).toISOString(),
  })
  await t.startServer()
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(0)
  t.pass(MINUTE)
  await t.deliver()
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(1)
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'sent', attempts: 2, lastError: null })
})

test('a refused recipient fails at once and is not tried again', async () => {
  const { emailId } = await t.sent({ email: 'refused@mueller.test' })
  await t.deliver()
  const failed = { status: 'failed', attempts: 1, nextAttemptAt: null }
  expect(await t.emailOf(emailId)).toMatchObject({
    ...failed,
    lastError: expect.stringContaining('550'),
  })
  t.pass(60 * MINUTE)
  await t.deliver()
  expect(await t.emailOf(emailId)).toMatchObject(failed)
})

test('a refused copy does not keep the message from its recipient', async () => {
  const { emailId } = await t.sent({ invoiceEmailRecipients: ['refused@mueller.test'] })
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(1)
  const lastError = 'refused: refused@mueller.test'
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'sent', lastError })
})

test('a recipient that is busy is given up after eight attempts', async () => {
  const { emailId } = await t.sent({ email: 'busy@mueller.test' })
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    await t.deliver()
    t.pass(24 * 60 * MINUTE)
  }
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'failed', attempts: 8 })
  expect(t.receivedOf(emailId)).toHaveLength(0)
})

test('several workers send each message once', async () => {
  const mails = [await t.sent(), await t.sent(), await t.sent(), await t.sent(), await t.sent()]
  await Promise.all([t.deliver(), t.deliver(), t.deliver()])
  for (const { emailId } of mails) expect(t.receivedOf(emailId)).toHaveLength(1)
})

test('the job for one message sends that one alone', async () => {
  const [first, second] = [await t.sent(), await t.sent()]
  await deliverEmails(t.service.dependencies, t.now(), second.emailId.split('@')[0])
  expect(t.receivedOf(second.emailId)).toHaveLength(1)
  expect(t.receivedOf(first.emailId)).toHaveLength(0)
  await t.deliver()
})

test('a message whose worker died is sent by another one, once the first cannot be at it', async () => {
  const { emailId } = await t.sent()
  const [id = ''] = emailId.split('@')
  const leaseEnd = new Date(t.now().getTime() + 6 * MINUTE)
  expect(await claimDueEmail(t.service.dependencies.db, { id, leaseEnd }, t.now())).toBeDefined()
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(0)
  t.pass(6 * MINUTE)
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(1)
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'sent', attempts: 2 })
})

test('a message that is rolled back leaves no job behind, one that is not leaves its own', async () => {
  const { pool, url } = t.service.database
  await runMigrations({ connectionString: url })
  const { invoice, emailId } = await t.sent()
  const jobs = async () =>
    (await pool.query('select key from graphile_worker.jobs order by key')).rows.map(
      ({ key }) => key,
    )
  const [id = ''] = emailId.split('@')
  expect(await jobs()).toEqual([`emails.deliver:${id}`])
  const broken = { ...t.service.dependencies.mailer, from: { name: '', address: 'broken' } }
  const { db } = t.service.dependencies
  const command = db.transaction().execute(async (tx) => {
    const stored = await lockInvoice(tx, { ...invoice, organizationId: t.service.organization.id })
    if (!stored) throw new Error('the invoice is not there')
    const moment = { now: t.now(), businessNow: t.now() }
    await queueReminder(tx, { ...t.service.dependencies, mailer: broken }, stored, moment)
    throw new Error('changed my mind')
  })
  await expect(command).rejects.toThrow('changed my mind')
  expect(await jobs()).toHaveLength(1)
  await t.deliver()
})
