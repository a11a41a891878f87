export const EMAIL_KINDS = [
  'invoice',
  'reminder',
  'receipt',
  'payment',
  'refund',
  'void',
  'portal_link',
  'address_change',
  'credit_low',
  'credit_depleted',
  'credit_expiring',
  'auto_top_up_stopped',
] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

export const EMAIL_STATUSES = ['queued', 'sent', 'captured', 'failed'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

export type Email = {
  id: string
  organizationId: string
  customerId: string
  invoiceId: string | null
  kind: EmailKind
  status: EmailStatus
  /** The Message-ID of the email, without angle brackets. */
  messageId: string
  to: string
  cc: string[]
  subject: string
  html: string
  text: string
  attempts: number
  nextAttemptAt: Date | null
  lastError: string | null
  createdAt: Date
  /** Changes with each attempt. */
  updatedAt: Date
  sentAt: Date | null
}

/** Prefix of the error of an email that was not sent because it had become outdated. */
export const OUTDATED = 'not sent: '

export const wasOutdated = ({ status, lastError }: Pick<Email, 'status' | 'lastError'>): boolean =>
  status === 'failed' && lastError?.startsWith(OUTDATED) === true

const MINUTE_MS = 60_000
const RETRY_AFTER_MINUTES = [1, 5, 30, 120, 360, 720, 1_440]

/** Returns the time of the next attempt after a number of failed attempts; undefined to give up. */
export function nextAttemptAfter(attempts: number, now: Date): Date | undefined {
  const minutes = RETRY_AFTER_MINUTES[attempts - 1]
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * MINUTE_MS)
}
