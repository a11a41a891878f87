import { announceChange, type CachedThing } from '../../platform/cache-events.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { domainOf, isMailAddress, type Mailbox, oneLine } from '../../platform/mail/mail-address.ts'
import type { Email } from './email.ts'
import { refuseAboveHourlyLimit } from './hourly-limit.ts'
import { insertEmail } from './queries.ts'

/** The messages that wait to be sent. */
export const QUEUED_EMAILS: CachedThing = { name: 'emails' }

export type NewEmail = Pick<
  Email,
  'organizationId' | 'customerId' | 'invoiceId' | 'kind' | 'to' | 'cc' | 'subject' | 'html' | 'text'
> & {
  from: Mailbox
  /** Where what it tells of may be dealt with twice: there is one message of this id. */
  id?: string | undefined
  /** So many may be asked for in an hour; null for what the clock sends. */
  limitPerHour: number | null
  /** Business time, where it is another one than `now`. */
  businessAt?: Date | undefined
}

/**
 * Puts a message into the outbox in the caller's transaction: once that commits, the message is
 * sent, however often the process dies. Its id is ours from the start, so it can be answered before
 * a server has seen the message.
 */
export async function queueEmail(
  tx: Tx,
  { from, limitPerHour, id = newId(), businessAt, ...email }: NewEmail,
  now: Date,
): Promise<{ id: string; messageId: string }> {
  const refused = [email.to, ...email.cc].find((address) => !isMailAddress(address))
  if (refused !== undefined) {
    throw new AppError('inconsistent', `"${oneLine(refused)}" is not an e-mail address`)
  }
  const isRequested = limitPerHour !== null
  if (isRequested) {
    const { organizationId } = email
    await refuseAboveHourlyLimit(tx, { organizationId, limit: limitPerHour }, now)
  }
  const messageId = messageIdOf(id, from)
  const queued = {
    ...email,
    cc: copiesOf(email),
    subject: oneLine(email.subject),
    id,
    messageId,
    status: 'queued' as const,
    attempts: 0,
    nextAttemptAt: now,
    lastError: null,
    createdAt: now,
    sentAt: null,
    isRequested,
    businessAt: businessAt ?? now,
  }
  await Promise.all([insertEmail(tx, queued), announceChange(tx, QUEUED_EMAILS)])
  return { id, messageId }
}

/** What a message of this id carries, also while it is not written yet. */
export function messageIdOf(id: string, from: Mailbox): string {
  return `${id}@${domainOf(from)}`
}

/** Nobody gets the same message twice. */
function copiesOf({ to, cc }: Pick<NewEmail, 'to' | 'cc'>): string[] {
  const seen = new Set([to.toLowerCase()])
  return cc.filter((address) => {
    const key = address.toLowerCase()
    return seen.has(key) ? false : seen.add(key)
  })
}
