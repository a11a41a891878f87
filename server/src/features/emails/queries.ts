import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { Email, EmailKind, EmailStatus } from './email.ts'

const columns = sql<Email>`
  id, organization_id as "organizationId", customer_id as "customerId",
  invoice_id as "invoiceId", kind, status, message_id as "messageId", to_address as "to",
  cc_addresses as cc, subject, html_body as html, text_body as text, attempts,
  next_attempt_at as "nextAttemptAt", last_error as "lastError", created_at as "createdAt",
  sent_at as "sentAt"`

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
    .where('is_requested', '=', true)
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
  const { rows } = await sql<Email>`
    update emails set attempts = attempts + 1, next_attempt_at = ${leaseEnd}
    where id = (
      select id from emails
      where status = 'queued' and next_attempt_at <= ${now}
      order by next_attempt_at limit 1 for update skip locked
    ) returning ${columns}`.execute(db)
  return rows[0]
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
    .where('status', '=', 'queued')
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
    .where('status', '=', 'queued')
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

const matching = ({ organizationId, invoiceId, customerId, kind, status }: EmailFilter) => sql`
  organization_id = ${organizationId}
  and (${invoiceId ?? null}::uuid is null or invoice_id = ${invoiceId ?? null}::uuid)
  and (${customerId ?? null}::uuid is null or customer_id = ${customerId ?? null}::uuid)
  and (${kind ?? null}::text is null or kind = ${kind ?? null}::text)
  and (${status ?? null}::text is null or status = ${status ?? null}::text)`

/** The latest first. */
export async function listEmails(
  db: Db,
  filter: EmailFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Email[]> {
  const { rows } = await sql<Email>`
    select ${columns} from emails where ${matching(filter)}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countEmails(db: Db, filter: EmailFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from emails where ${matching(filter)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export async function findEmail(
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<Email | undefined> {
  const { rows } = await sql<Email>`
    select ${columns} from emails
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
  return rows[0]
}

/** The last message of a kind about an invoice. */
export async function findLatestEmail(
  db: Db,
  key: { organizationId: string; invoiceId: string; kind: EmailKind },
): Promise<Email | undefined> {
  const { rows } = await sql<Email>`
    select ${columns} from emails
    where organization_id = ${key.organizationId} and invoice_id = ${key.invoiceId}
      and kind = ${key.kind}
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}
