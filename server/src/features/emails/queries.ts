import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type Slice } from '../../platform/list.ts'
import type { Email, EmailKind, EmailStatus } from './email.ts'

const columns = [
  'id',
  'organization_id as organizationId',
  'customer_id as customerId',
  'invoice_id as invoiceId',
  sql<EmailKind>`kind`.as('kind'),
  sql<EmailStatus>`status`.as('status'),
  'message_id as messageId',
  'to_address as to',
  'cc_addresses as cc',
  'subject',
  'html_body as html',
  'text_body as text',
  'attempts',
  'next_attempt_at as nextAttemptAt',
  'last_error as lastError',
  'created_at as createdAt',
  'sent_at as sentAt',
] as const

/** Nothing happens where a message of this id is there already. */
export async function insertEmail(tx: Tx, email: Email & { isRequested: boolean }): Promise<void> {
  await tx
    .insertInto('emails')
    .values({
      id: email.id,
      organization_id: email.organizationId,
      customer_id: email.customerId,
      invoice_id: email.invoiceId,
      kind: email.kind,
      status: email.status,
      message_id: email.messageId,
      to_address: email.to,
      cc_addresses: email.cc,
      subject: email.subject,
      html_body: email.html,
      text_body: email.text,
      attempts: email.attempts,
      next_attempt_at: email.nextAttemptAt,
      last_error: email.lastError,
      created_at: email.createdAt,
      sent_at: email.sentAt,
      is_requested: email.isRequested,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** When the n-th latest message was asked for by the API; undefined when there are not as many. */
export async function findNthLatestRequest(
  tx: Tx,
  organizationId: string,
  { since, n }: { since: Date; n: number },
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('emails')
    .select('created_at as createdAt')
    .where('organization_id', '=', organizationId)
    .where('is_requested', '=', sql.lit(true))
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

/**
 * Takes one message that is due by moving its next attempt to `leaseEnd`: nobody else takes it
 * before, and somebody does after, should this process die.
 */
export async function claimDueEmail(
  db: Db,
  { leaseEnd, now }: { leaseEnd: Date; now: Date },
): Promise<Email | undefined> {
  return db
    .updateTable('emails')
    .set((email) => ({ attempts: email('attempts', '+', 1), next_attempt_at: leaseEnd }))
    .where('id', '=', (email) =>
      email
        .selectFrom('emails')
        .select('id')
        .where('status', '=', sql.lit('queued'))
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .executeTakeFirst()
}

/** Moves the end of the lease on an attempt that is still under way. */
export async function extendLease(
  db: Db,
  { id, organizationId, attempts }: Email,
  leaseEnd: Date,
): Promise<void> {
  await db
    .updateTable('emails')
    .set({ next_attempt_at: leaseEnd })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('status', '=', sql.lit('queued'))
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Writes what became of an attempt, unless another one has begun meanwhile, because this process
 * could not extend its lease.
 */
export async function updateAttempt(
  db: Db,
  { id, organizationId, attempts }: Email,
  values: {
    status: EmailStatus
    nextAttemptAt: Date | null
    lastError: string | null
    sentAt: Date | null
  },
): Promise<void> {
  await db
    .updateTable('emails')
    .set({
      status: values.status,
      next_attempt_at: values.nextAttemptAt,
      last_error: values.lastError,
      sent_at: values.sentAt,
    })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('status', '=', sql.lit('queued'))
    .where('attempts', '=', attempts)
    .execute()
}

export type EmailFilter = {
  organizationId: string
  invoiceId: string | undefined
  customerId: string | undefined
  kind: EmailKind | undefined
  status: EmailStatus | undefined
}

const selectEmails = (db: Db) => db.selectFrom('emails').select(columns)

/** The latest first. */
export function listEmails(
  db: Db,
  { organizationId, invoiceId, customerId, kind, status }: EmailFilter,
  page: Slice,
) {
  let emails = selectEmails(db).where('organization_id', '=', organizationId)
  if (invoiceId !== undefined) emails = emails.where('invoice_id', '=', invoiceId)
  if (customerId !== undefined) emails = emails.where('customer_id', '=', customerId)
  if (kind !== undefined) emails = emails.where('kind', '=', kind)
  if (status !== undefined) emails = emails.where('status', '=', status)
  return listPage(emails, { ...page, orderBy: sql`created_at`, sortOrder: 'desc' })
}

export async function findEmail(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Email | undefined> {
  return selectEmails(db)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The last message of a kind about an invoice. */
export async function findLatestEmail(
  db: Db,
  key: { organizationId: string; invoiceId: string; kind: EmailKind },
): Promise<Email | undefined> {
  return selectEmails(db)
    .where('organization_id', '=', key.organizationId)
    .where('invoice_id', '=', key.invoiceId)
    .where('kind', '=', key.kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
