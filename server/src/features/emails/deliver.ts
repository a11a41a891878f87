import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import { type SilentNodes, whenVisible } from '../../platform/database/cluster/when-visible.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { oneLine } from '../../platform/mail/mail-address.ts'
import {
  type Attachment,
  type Delivery,
  type Mailer,
  MailRefused,
  MailServerDown,
  type Message,
} from '../../platform/mail/mailer.ts'
import { findDemo } from '../organizations/demo.ts'
import { getSettings } from '../organizations/settings.ts'
import { publishEvent } from '../outbox/outbox.ts'
import { type Email, nextAttemptAfter, wasOutdated } from './email.ts'
import { claimDueEmail, extendLease, updateAttempt } from './queries.ts'
import { senderName } from './sender.ts'

export type DeliverDeps = {
  db: Db
  mailer: Mailer
  mailBreaker: CircuitBreaker
  /** Returns the attachments at the time of sending; throws when the email has become outdated. */
  attachmentsOf: (email: Email) => Promise<Attachment[]>
  log: Log
  now: () => Date
}

/**
 * How long an email stays claimed by a process that has died. A live process extends its lease,
 * however long the server takes. The clocks of two machines may differ by less than the rest of the
 * lease.
 */
export const LEASE_MS = 30_000
const EXTEND_EVERY_MS = 10_000
const PARALLEL = 4
const ERROR_LENGTH_MAX = 500

/**
 * Sends the emails due at `now`, several at a time, until none is left, the server is down, or the
 * signal aborts. Safe on several machines concurrently. An email is sent twice only if this process
 * dies, or loses the database, after the server accepted the email and before that is stored.
 */
export async function deliverEmails(
  deps: DeliverDeps,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { mailBreaker } = deps
  if (!mailBreaker.admits(deps.now())) return
  const round = { ...deps, silent: new Map() }
  // One email tests if the server is back; the others wait for it.
  if (mailBreaker.isOpen()) await deliverNext(round, now)
  const work = async () => {
    while (!mailBreaker.isOpen() && !signal?.aborted) {
      if (!(await deliverNext(round, now))) return
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
}

/** The state of one run; an unresponsive node blocks only its own emails in this run. */
type Round = DeliverDeps & { silent: SilentNodes }

/** Returns false when nothing is due. */
async function deliverNext(deps: Round, now: Date): Promise<boolean> {
  const email = await claimDueEmail(deps.db, {
    leaseEnd: leaseEnd(deps),
    dueBy: now,
    now: deps.now(),
  })
  if (!email) return false
  await attempt(deps, email)
  return true
}

const leaseEnd = ({ now }: DeliverDeps) => new Date(now().getTime() + LEASE_MS)

async function attempt(deps: Round, email: Email): Promise<void> {
  const { id: emailId, organizationId, attempts } = email
  const result = await withLease(deps, email, () => send(deps, email).catch(failure))
  // Outside the catch: an email that was sent must not be stored as failed.
  const note =
    result instanceof Error ? failed(result, email, deps.now()) : sent(result, deps.now())
  await store(deps, email, note)
  const fields = { emailId, organizationId, attempts, status: note.status }
  if (result instanceof Error) deps.log.warn({ ...fields, err: result }, 'email not sent')
  else deps.log.info(fields, 'email delivered')
}

type Note = Parameters<typeof updateAttempt>[2]

/**
 * Stores the result of an attempt, and publishes a permanent failure. An email that was kept back
 * because it had become outdated did not fail.
 */
async function store({ db, now }: DeliverDeps, email: Email, note: Note): Promise<void> {
  const { id, organizationId, customerId } = email
  await db.transaction().execute(async (tx) => {
    const businessNow = await updateAttempt(tx, email, note, now())
    if (businessNow === undefined || note.status !== 'failed' || wasOutdated(note)) return
    const event = { type: 'email.failed' as const, organizationId, customerId, id }
    await publishEvent(tx, event, { now: now(), businessNow })
  })
}

/** Extends the lease on an email while `work` runs. */
async function withLease<T>(deps: DeliverDeps, email: Email, work: () => Promise<T>): Promise<T> {
  let extension: Promise<void> | undefined
  const timer = setInterval(() => {
    extension = extendLease(deps.db, email, { leaseEnd: leaseEnd(deps), now: deps.now() }).catch(
      (error) =>
        deps.log.warn({ err: error, emailId: email.id }, 'the lease on an email was not extended'),
    )
  }, EXTEND_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    // The result of the attempt is stored after the extension, which would otherwise overwrite it.
    await extension
  }
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
    lastError: oneLine(error.message).slice(0, ERROR_LENGTH_MAX),
    sentAt: null,
  }
}

async function send(deps: Round, email: Email): Promise<Delivery> {
  // On a cluster, an email is visible shortly before its invoice is final.
  await whenVisible(deps.db, 'invoices', deps.silent)(email.customerId)
  // The sender is the organization with its current settings, even for older invoices.
  const { name, email: address } = await getSettings(deps.db, email.organizationId)
  const message = {
    ...email,
    date: email.createdAt,
    fromName: senderName({ name, email: address }, deps.mailer.from),
    replyTo: address === null ? undefined : { name, address },
    attachments: await deps.attachmentsOf(email),
  }
  const demo = await findDemo(deps.db)
  return demo?.id === email.organizationId ? deps.mailer.capture(message) : tell(deps, message)
}

/** Sends an email and records if the server responds; a refusal is a response too. */
async function tell({ mailer, mailBreaker, log, now }: DeliverDeps, message: Message) {
  const isBack = () => {
    if (mailBreaker.succeed()) log.info('the mail server answers again')
  }
  try {
    const delivery = await mailer.send(message)
    isBack()
    return delivery
  } catch (error) {
    if (!(error instanceof MailServerDown)) isBack()
    else if (mailBreaker.fail(now())) {
      log.error({ err: error }, 'the mail server does not answer: messages wait until it does')
    }
    throw error
  }
}
