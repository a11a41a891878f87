import { expect, onTestFinished, test, vi } from 'vitest'
import { useOpened } from '../../../test/support/use-app.ts'
import type { Message } from '../../platform/mail/mailer.ts'
import { pagesOf } from '../delivery/documents/test-support.ts'
import { queueReminder } from '../delivery/send-mail.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { deliverEmails, LEASE_MS } from './deliver.ts'
import { ROUND_MS } from './mail-lane.ts'
import { claimDueEmail } from './queries.ts'
import { contentOf, startMailTest } from './test-support.ts'

const MINUTE = 60_000
const t = useOpened(startMailTest)

test('a sent invoice arrives with its PDF, its copies and the returned id', async () => {
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
  expect(mail.from).toMatchObject({
    name: 'Test organization via Acme',
    address: 'invoices@acme.test',
  })
  expect(mail.to).toMatchObject([{ address: 'ap@mueller.test' }])
  expect(mail.cc).toMatchObject([{ address: 'cfo@mueller.test' }])
  expect(mail.subject).toBe(`Invoice ${invoice.invoiceNumber} from Test organization`)
  expect(mail.html).toContain('Thank you &lt;3')
  expect(mail.html).toContain('Müller &lt;b&gt;')
  expect(mail.html).toMatch(/href="http:\/\/127\.0\.0\.1:8080\/pay\/[\w-]{20,}"/)
  expect(mail.text).toContain('Total due: $7.00')
  const [pdf] = mail.attachments
  expect(pdf).toMatchObject({
    filename: `Invoice-${invoice.invoiceNumber}.pdf`,
    mimeType: 'application/pdf',
  })
  const pages = (await pagesOf(contentOf(pdf))).join(' ')
  expect(pages).toContain(invoice.invoiceNumber)
  expect(pages).toContain('$7.00')
  // The work cost 0.0025 USD, which the customer must not see.
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

test('each attempt is a change of the email, at the time of the attempt', async () => {
  const { emailId } = await t.sent({ email: 'busy@acme.test' })
  const { id, createdAt, updatedAt } = await t.emailOf(emailId)
  expect(updatedAt).toBe(createdAt)
  t.pass(MINUTE)
  const begun = t.now()
  await t.deliver()
  const since = await t.service.api.get(`/v1/emails?updatedSince=${begun.toISOString()}`)
  expect(since.body.results).toMatchObject([
    { id, status: 'queued', attempts: 1, createdAt, updatedAt: begun.toISOString() },
  ])
})

test('a message waits while the server is down, and then is sent once', async () => {
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

test("a refused copy does not block the recipient's message", async () => {
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

test('a message whose worker died is sent within a minute, but not before its lease expires', async () => {
  const { emailId } = await t.sent()
  const { db } = t.service.dependencies
  // Simulates a process that is killed after claiming an email.
  const leaseEnd = new Date(t.now().getTime() + LEASE_MS)
  expect(await claimDueEmail(db, { leaseEnd, dueBy: t.now(), now: t.now() })).toBeDefined()
  t.pass(LEASE_MS - 1)
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(0)
  t.pass(1)
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(1)
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'sent', attempts: 2 })
  expect(LEASE_MS + ROUND_MS).toBeLessThan(MINUTE)
})

test('a message stays with its worker while a slow server handles it, however long that takes', async () => {
  const { emailId } = await t.sent()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { mailer, ...deps } = t.service.dependencies
  const begun = Promise.withResolvers<void>()
  const slow = Promise.withResolvers<void>()
  const send = async (message: Message) => {
    begun.resolve()
    await slow.promise
    return mailer.send(message)
  }
  const sending = deliverEmails({ ...deps, mailer: { ...mailer, send } }, t.now())
  await begun.promise
  for (let times = 0; times < 5; times += 1) {
    t.pass(LEASE_MS / 2)
    const until = t.now().getTime() + LEASE_MS
    await vi.advanceTimersByTimeAsync(LEASE_MS / 2)
    const extended = async () => {
      const { nextAttemptAt } = await t.emailOf(emailId)
      expect(new Date(nextAttemptAt).getTime()).toBe(until)
    }
    await vi.waitFor(extended, { timeout: 20_000 })
    await t.deliver()
  }
  expect(t.receivedOf(emailId)).toHaveLength(0)
  slow.resolve()
  await sending
  expect(t.receivedOf(emailId)).toHaveLength(1)
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('messages to customers of a demo are kept and not sent', async () => {
  const { emailId } = await t.sent()
  const { pool } = t.service.database
  const { rows } = await pool.query<{ id: string }>(
    'select organization_id as id from emails where id = $1',
    [emailId.split('@', 1)[0]],
  )
  await pool.query(`update organizations set demo = 'filled' where id = $1`, [rows[0]?.id])
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(0)
  expect(await t.emailOf(emailId)).toMatchObject({ status: 'captured', attempts: 1 })
  await pool.query('update organizations set demo = null where id = $1', [rows[0]?.id])
})

test('a server that is down is tried with one message at a time, and the others wait', async () => {
  const mails: Awaited<ReturnType<typeof t.sent>>[] = []
  for (let count = 0; count < 12; count += 1) mails.push(await t.sent())
  await t.stopServer()
  const attempts = async () => {
    const seen = await Promise.all(mails.map(({ emailId }) => t.emailOf(emailId)))
    return seen.reduce((sum, email) => sum + email.attempts, 0)
  }
  await t.deliver()
  const noticed = await attempts()
  expect(noticed).toBeLessThanOrEqual(4)
  await t.deliver()
  expect(await attempts()).toBe(noticed)
  t.pass(30_000)
  await Promise.all([t.deliver(), t.deliver(), t.deliver()])
  expect(await attempts()).toBe(noticed + 1)
  await t.startServer()
  t.pass(2 * MINUTE)
  await t.deliver()
  for (const { emailId } of mails) expect(t.receivedOf(emailId)).toHaveLength(1)
})

test('a message is announced when its transaction commits, and never after a rollback', async () => {
  const { dependencies, organization } = t.service
  const { db, mailBell } = dependencies
  const told = vi.spyOn(mailBell, 'ring')
  const { invoice } = await t.sent()
  const remind = (fail: boolean) =>
    db.transaction().execute(async (tx) => {
      const stored = await lockInvoice(tx, { ...invoice, organizationId: organization.id })
      if (!stored) throw new Error('the invoice is not there')
      await queueReminder(
        tx,
        dependencies,
        { invoice: stored },
        { now: t.now(), businessNow: t.now() },
      )
      if (fail) throw new Error('changed my mind')
    })
  await vi.waitFor(() => expect(told).toHaveBeenCalled())
  told.mockClear()
  await expect(remind(true)).rejects.toThrow('changed my mind')
  await remind(false)
  await vi.waitFor(() => expect(told).toHaveBeenCalled())
  expect(told).toHaveBeenCalledTimes(1)
  await t.deliver()
})

test('an invoice is sent while the first worker of a database sets up its job queue', async () => {
  const { pool } = t.service.database
  // An incomplete installation: its tables exist, its functions do not.
  await pool.query('create schema graphile_worker create table jobs (id bigint)')
  const { emailId } = await t.sent()
  await t.deliver()
  expect(t.receivedOf(emailId)).toHaveLength(1)
})
