import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { headerText } from '../../platform/mail-address.ts'
import { type Delivery, type Mailer, MailRefused, SEND_WITHIN_MS } from '../../platform/mailer.ts'
import { getInvoiceDocument } from '../invoice-documents/document.ts'
import { inlineLogo } from '../invoice-documents/logo.ts'
import { pdfFileName, renderInvoicePdf } from '../invoice-documents/pdf.ts'
import { type Email, nextAttemptAfter } from './email.ts'
import { claimDueEmail, updateAttempt } from './queries.ts'

export type DeliverDeps = { db: Db; config: Config; mailer: Mailer; log: Log; now: () => Date }

/** Longer than an attempt can take, so that nobody else begins it meanwhile. */
const LEASE_MS = SEND_WITHIN_MS * 3
const PARALLEL = 4
const ERROR_LENGTH_MAX = 500

/**
 * Sends what is due at `now`, several messages at a time, until nothing is left; or the message with
 * this id alone. Safe on several machines at once. A message goes out twice only if this process
 * dies, or loses the database, between the server's acceptance and the note of it.
 */
export async function deliverEmails(deps: DeliverDeps, now: Date, id?: string): Promise<void> {
  const work = async () => {
    for (;;) {
      // A run can be longer than a lease, so each lease begins when its message is claimed.
      const leaseEnd = new Date(deps.now().getTime() + LEASE_MS)
      const email = await claimDueEmail(deps.db, { id, leaseEnd }, now)
      if (!email) return
      await attempt(deps, email)
    }
  }
  await Promise.all(Array.from({ length: id === undefined ? PARALLEL : 1 }, work))
}

async function attempt(deps: DeliverDeps, email: Email): Promise<void> {
  const { id: emailId, organizationId, attempts } = email
  const result = await send(deps, email).catch(failure)
  // Not within the catch: a message that is out must not be noted as one that failed.
  const note =
    result instanceof Error ? failed(result, email, deps.now()) : sent(result, deps.now())
  await updateAttempt(deps.db, email, note)
  const fields = { emailId, organizationId, attempts, status: note.status }
  if (result instanceof Error) deps.log.warn({ ...fields, err: result }, 'e-mail not sent')
  else deps.log.info(fields, 'e-mail delivered')
}

function failure(error: unknown): Error {
  return error instanceof Error ? error : new Error('The mail was not sent', { cause: error })
}

function sent({ outcome, refusedCopies }: Delivery, now: Date) {
  const lastError = refusedCopies.length > 0 ? `refused: ${refusedCopies.join(', ')}` : null
  return { status: outcome, nextAttemptAt: null, lastError, sentAt: now }
}

function failed(error: Error, { attempts }: Email, now: Date) {
  const retryAt = error instanceof MailRefused ? undefined : nextAttemptAfter(attempts, now)
  return {
    status: retryAt ? ('queued' as const) : ('failed' as const),
    nextAttemptAt: retryAt ?? null,
    lastError: headerText(error.message).slice(0, ERROR_LENGTH_MAX),
    sentAt: null,
  }
}

/** The attachments are made now: the lines of what was sent never change, what was paid does. */
async function send({ db, config, mailer }: DeliverDeps, email: Email) {
  const { organizationId, invoiceId, kind } = email
  const message = { ...email, date: email.createdAt, replyTo: undefined, attachments: [] }
  if (invoiceId === null) return mailer.send(message)
  const document = await getInvoiceDocument(db, config, { organizationId, id: invoiceId })
  const { status, number, seller } = document
  const isOver = status === 'void' || (kind === 'reminder' && !document.payUrl)
  if (isOver) throw new MailRefused(`not sent: invoice ${number} is ${status} by now`)
  const logo = inlineLogo(seller.logo)
  const pdf = {
    filename: pdfFileName(document),
    contentType: 'application/pdf',
    content: await renderInvoicePdf(document),
  }
  return mailer.send({
    ...message,
    replyTo: seller.email === null ? undefined : { name: seller.name, address: seller.email },
    attachments: logo ? [pdf, logo] : [pdf],
  })
}
