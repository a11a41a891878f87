import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { findExternalId, withExternalIds } from '../customers/external-ids.ts'
import { toBody, toSummary } from './body.ts'
import type { EmailKind, Email as QueuedEmail } from './email.ts'
import * as queries from './queries.ts'
import type { Email, EmailList, EmailListQuery, EmailSummary } from './schemas.ts'

export async function listEmails(
  db: Db,
  organizationId: string,
  query: EmailListQuery,
): Promise<EmailList> {
  const page = pageOf(query)
  const { invoiceId, customerId, kind, status, sortBy, sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, invoiceId, customerId, kind, status, updatedSince }
  const { rows, total } = await queries.listEmails(db, filter, { sortBy, sortOrder, ...page })
  const emails = await withExternalIds(db, organizationId, rows)
  return listAnswer(page, emails.map(toSummary), total)
}

export async function getEmail(db: Db, key: ScopedId): Promise<Email> {
  const email = (await queries.findEmail(db, key)) ?? notFound('Email')
  return toBody(await named(db, email))
}

/** Returns an email without its content; undefined if it is absent. */
export async function findEmailSummary(db: Db, key: ScopedId): Promise<EmailSummary | undefined> {
  const email = await queries.findEmail(db, key)
  return email && toSummary(await named(db, email))
}

async function named(db: Db, email: QueuedEmail) {
  const key = { organizationId: email.organizationId, id: email.customerId }
  return { ...email, customerExternalId: await findExternalId(db, key) }
}

/** Lists all emails about an invoice, oldest first. */
export function listInvoiceEmails(db: Db, invoice: ScopedId): Promise<queries.InvoiceEmail[]> {
  return queries.listInvoiceEmails(db, invoice)
}

/** Returns the latest email of a kind about an invoice. */
export function findLatestEmail(
  db: Db,
  key: { organizationId: string; invoiceId: string; kind: EmailKind },
): Promise<QueuedEmail | undefined> {
  return queries.findLatestEmail(db, key)
}
