import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import type { Email } from './email.ts'
import * as queries from './queries.ts'
import type { Email as EmailBody, EmailList, EmailListQuery, EmailSummary } from './schemas.ts'

export async function listEmails(
  db: Db,
  organizationId: string,
  query: EmailListQuery,
): Promise<EmailList> {
  const page = pageOf(query)
  const { invoiceId, customerId, kind, status } = query
  const filter = { organizationId, invoiceId, customerId, kind, status }
  const { rows, total } = await queries.listEmails(db, filter, page)
  return listAnswer(page, rows.map(itemOf), total)
}

export async function getEmail(db: Db, key: ScopedId): Promise<EmailBody> {
  const email = (await queries.findEmail(db, key)) ?? notFound('E-mail')
  return { ...itemOf(email), html: email.html, text: email.text }
}

function itemOf(email: Email): EmailSummary {
  const { organizationId: _, html: _html, text: _text, ...item } = email
  return {
    ...item,
    createdAt: email.createdAt.toISOString(),
    nextAttemptAt: email.nextAttemptAt?.toISOString() ?? null,
    sentAt: email.sentAt?.toISOString() ?? null,
  }
}
