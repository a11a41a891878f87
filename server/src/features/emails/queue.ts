import { announceChange, type CacheTopic } from '../../platform/cache-events.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { domainOf, isMailAddress, type Mailbox, oneLine } from '../../platform/mail/mail-address.ts'
import type { Email } from './email.ts'
import { refuseAboveHourlyLimit } from './hourly-limit.ts'
import { insertEmail } from './queries.ts'

/** Cache invalidation topic that announces queued emails. */
export const QUEUED_EMAILS: CacheTopic = { name: 'emails' }

export type NewEmail = Pick<
  Email,
  'organizationId' | 'customerId' | 'invoiceId' | 'kind' | 'to' | 'cc' | 'subject' | 'html' | 'text'
> & {
  from: Mailbox
  /** A fixed id for events that may be handled twice: only one email with this id is stored. */
  id?: string | undefined
  /** Emails that may be requested in an hour; null for emails of the clock. */
  limitPerHour: number | null
  /** Business time, where it differs from `now`. */
  businessAt?: Date | undefined
}

/**
 * Queues an email in the caller's transaction. After the commit it is sent, even if processes die.
 * Its id is generated here, so it can be returned before the mail server has received the email.
 */
export async function queueEmail(
  tx: Tx,
  { from, limitPerHour, id = newId(), businessAt, ...email }: NewEmail,
  now: Date,
): Promise<{ id: string; messageId: string }> {
  const refused = [email.to, ...email.cc].find((address) => !isMailAddress(address))
  if (refused !== undefined) {
    throw new AppError('inconsistent', `"${oneLine(refused)}" is not an email address`)
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
    updatedAt: now,
    sentAt: null,
    isRequested,
    businessAt: businessAt ?? now,
  }
  await Promise.all([insertEmail(tx, queued), announceChange(tx, QUEUED_EMAILS)])
  return { id, messageId }
}

/** Returns the Message-ID for an email id, even before the email is written. */
export function messageIdOf(id: string, from: Mailbox): string {
  return `${id}@${domainOf(from)}`
}

/** Removes copies to the same address. */
function copiesOf({ to, cc }: Pick<NewEmail, 'to' | 'cc'>): string[] {
  const seen = new Set([to.toLowerCase()])
  return cc.filter((address) => {
    const key = address.toLowerCase()
    return seen.has(key) ? false : seen.add(key)
  })
}
