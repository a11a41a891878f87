import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import { createTestApp } from '../../../test/support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import { GPT_4O } from '../../../test/support/usage.ts'
import { deliverEmails } from './deliver.ts'

/** An envelope and its message, as the server received them. */
export type Received = { to: string[]; raw: string; mail: Email }

/**
 * Starts a real SMTP server. It refuses addresses that begin with "refused", and temporarily those
 * that begin with "busy".
 */
export async function startSmtpServer({ port = 0 }: { port?: number } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = address.startsWith('refused') ? 550 : address.startsWith('busy') ? 451 : 0
      if (refusal === 0) return done()
      done(Object.assign(new Error('mailbox unavailable'), { responseCode: refusal }))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        PostalMime.parse(raw).then((mail) => {
          const to = envelope.rcptTo.map(({ address }) => address)
          received.push({ to, raw: raw.toString(), mail })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

type Fields = Record<string, unknown>

/** Starts the app with its own mail server and a manual clock. */
export async function startMailTest() {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-mail-'))
  let smtp = await startSmtpServer()
  let now = new Date('2026-03-10T12:00:00Z')
  const mailFrom = { name: 'Acme', address: 'invoices@acme.test' }
  const config = { smtpUrl: smtp.url, mailFrom, dataDir }
  const service = await createTestApp({ config, now: () => now })
  const receivedOf = (emailId: string) =>
    smtp.received.filter(({ mail }) => mail.messageId === `<${emailId}>`)
  return {
    service,
    dataDir,
    now: () => now,
    pass: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds)
    },
    /** Sends an invoice of 7.00, whose email is queued. */
    sent: async (customer: Fields = {}, body: Fields = {}) => {
      const deal = await givenDeal(service.api, {
        customer: { email: 'billing@acme.test', ...customer },
        subscription: SINCE_JANUARY,
      })
      await deal.use('ticket', 7, '2026-03-05', GPT_4O)
      const invoice = await deal.generate()
      const answer = await service.api.post(`/v1/invoices/${invoice.id}/send`, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return { ...answer.body, invoice, customerId: deal.customerId }
    },
    deliver: () => deliverEmails(service.dependencies, now),
    received: () => smtp.received,
    receivedOf,
    onlyOf: (emailId: string) => {
      const [one, ...more] = receivedOf(emailId)
      if (!one || more.length > 0) throw new Error(`${emailId} did not arrive once`)
      return one
    },
    emailOf: async (emailId: string) => {
      const { body } = await service.api.get('/v1/emails?limit=100')
      return body.results.find(({ messageId }: Fields) => messageId === emailId)
    },
    stopServer: () => smtp.close(),
    startServer: async () => {
      const { port, received } = smtp
      smtp = await startSmtpServer({ port })
      smtp.received.push(...received)
    },
    close: async () => {
      await service.close()
      await smtp.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

export function contentOf(attachment: Attachment | undefined): Uint8Array {
  const { content = '' } = attachment ?? {}
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}
