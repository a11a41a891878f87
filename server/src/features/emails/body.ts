import type { Email } from './email.ts'
import type { Email as EmailBody, EmailSummary } from './schemas.ts'

type NamedEmail = Email & { customerExternalId: string | null }

export function toSummary(email: NamedEmail): EmailSummary {
  const { organizationId: _, html: _html, text: _text, ...item } = email
  return {
    ...item,
    createdAt: email.createdAt.toISOString(),
    updatedAt: email.updatedAt.toISOString(),
    nextAttemptAt: email.nextAttemptAt?.toISOString() ?? null,
    sentAt: email.sentAt?.toISOString() ?? null,
  }
}

export function toBody(email: NamedEmail): EmailBody {
  return { ...toSummary(email), html: email.html, text: email.text }
}
