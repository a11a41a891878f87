import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { headerText } from '../../platform/mail-address.ts'
import { type Mailer, MailRefused, SEND_WITHIN_MS } from '../../platform/mailer.ts'
import { getInvoiceDocument } from '../invoice-documents/document.ts'
import { inlineLogo } from '../invoice-documents/logo.ts'
import { pdfFileName, renderInvoicePdf } from '../invoice-documents/pdf.ts'
import { type Email, nextAttemptAfter } from './email.ts'
import { claimDueEmail, updateAttempt } from './queries.ts'

export type DeliverDeps = { db: Db; config: Config; mailer: Mailer; log: Log }

/** Longer than an attempt can take, so that nobody else begins it meanwhile. */
const LEASE_MS = SEND_WITHIN_MS * 3
const PARALLEL = 4
const ERROR_LENGTH_MAX = 500

/**
 * Sends what is due, several messages at a time, until nothing is left; or the message with this id
 * alone. Safe on several machines at once. A message goes out twice only if this process dies
 * between the server's acceptance and the note of it.
 */
export async function deliverEmails(deps: DeliverDeps, now: Date, id?: string): Promise<void> {
  const work = async () => {
    const leaseEnd = new Date(now.getTime() + LEASE_MS)
    for (;;) {
      const email = await claimDueEmail(deps.db, { id, leaseEnd }, now)
      if (!email) return
      await attempt(deps, email, now)
    }
  }
  await Promise.all(Array.from({ length: id === undefined ? PARALLEL : 1 }, work))
}

async function attempt(deps: DeliverDeps, email: Email, now: Date): Promise<void> {
  const { db, log } = deps
  const { id, organizationId, attempts } = email
  try {
    const { outcome, refusedCopies } = await send(deps, email)
    const lastError = refusedCopies.length > 0 ? `refused: ${refusedCopies.join(', ')}` : null
    const done = { status: outcome, nextAttemptAt: null, lastError, sentAt: now }
    await updateAttempt(db, email, done)
    log.info({ emailId: id, organizationId, attempts, outcome }, 'e-mail delivered')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isFinal = error instanceof MailRefused
    const nextAttemptAt = isFinal ? undefined : nextAttemptAfter(attempts, now)
    await updateAttempt(db, email, {
      status: nextAttemptAt ? 'queued' : 'failed',
      nextAttemptAt: nextAttemptAt ?? null,
      lastError: headerText(error.message).slice(0, ERROR_LENGTH_MAX),
      sentAt: null,
    })
    const fields = { err: error, emailId: id, organizationId, attempts, nextAttemptAt }
    log.warn(fields, nextAttemptAt ? 'e-mail not sent, to be tried again' : 'e-mail not sent')
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
