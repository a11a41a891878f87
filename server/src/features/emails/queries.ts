import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { batched } from '../../platform/batching/batched.ts'
import { jsonRows } from '../../platform/batching/json-rows.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type SortedPage } from '../../platform/list.ts'
import type { Email, EmailKind, EmailStatus } from './email.ts'

/** An email without an attempt by this version has no time of its own. */
const UPDATED_AT = sql<Date>`coalesce(updated_at, created_at)`

const columns = [
  'id',
  'organizationId',
  'customerId',
  'invoiceId',
  'kind',
  'status',
  'messageId',
  'toAddress as to',
  'ccAddresses as cc',
  'subject',
  'htmlBody as html',
  'textBody as text',
  'attempts',
  'nextAttemptAt',
  'lastError',
  'createdAt',
  'sentAt',
  UPDATED_AT.as('updatedAt'),
] as const

/** Inserts an email, unless one with this id exists. */
export const insertEmail = batched(
  async (
    tx: Tx,
    emails: readonly (Email & { isRequested: boolean; businessAt: Date })[],
  ): Promise<undefined[]> => {
    const { columns, json } = jsonRows(
      emails.map(({ to, cc, html, text, ...email }) => ({
        ...email,
        toAddress: to,
        ccAddresses: cc,
        htmlBody: html,
        textBody: text,
      })),
    )
    await sql`
      insert into emails (${columns})
      select ${columns} from json_populate_recordset(null::emails, ${json})
      on conflict (id) do nothing`.execute(tx)
    return emails.map(() => undefined)
  },
)

/**
 * Returns the time of the n-th latest email requested by the API; undefined when there are fewer.
 */
export async function findNthLatestRequest(
  tx: Tx,
  organizationId: string,
  { since, n }: { since: Date; n: number },
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('emails')
    .select('createdAt')
    .where('organizationId', '=', organizationId)
    .where('isRequested', '=', sql.lit(true))
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

/**
 * Claims one email that is due by `dueBy`, by moving its next attempt to `leaseEnd`. If this process
 * dies, another one can claim it after that time.
 */
export async function claimDueEmail(
  db: Db,
  { leaseEnd, dueBy, now }: { leaseEnd: Date; dueBy: Date; now: Date },
): Promise<Email | undefined> {
  return db
    .updateTable('emails')
    .set((email) => ({
      attempts: email('attempts', '+', 1),
      nextAttemptAt: leaseEnd,
      updatedAt: now,
    }))
    .where('id', '=', (email) =>
      email
        .selectFrom('emails')
        .select('id')
        .where('status', '=', sql.lit('queued'))
        .where('nextAttemptAt', '<=', dueBy)
        .orderBy('nextAttemptAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .executeTakeFirst()
}

/** Extends the lease on an attempt in progress. */
export async function extendLease(
  db: Db,
  { id, organizationId, attempts }: Email,
  { leaseEnd, now }: { leaseEnd: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('emails')
    .set({ nextAttemptAt: leaseEnd, updatedAt: now })
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '=', sql.lit('queued'))
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Stores the result of an attempt, unless another attempt has started because this process could
 * not extend its lease. Returns the business time of the email if it was stored.
 */
export async function updateAttempt(
  tx: Tx,
  { id, organizationId, attempts }: Email,
  values: {
    status: EmailStatus
    nextAttemptAt: Date | null
    lastError: string | null
    sentAt: Date | null
  },
  now: Date,
): Promise<Date | undefined> {
  const row = await tx
    .updateTable('emails')
    .set({
      status: values.status,
      nextAttemptAt: values.nextAttemptAt,
      lastError: values.lastError,
      sentAt: values.sentAt,
      updatedAt: now,
    })
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '=', sql.lit('queued'))
    .where('attempts', '=', attempts)
    .returning((eb) => eb.fn.coalesce('businessAt', 'createdAt').as('at'))
    .executeTakeFirst()
  return row?.at
}

export type EmailFilter = {
  organizationId: string
  invoiceId: string | undefined
  customerId: string | undefined
  kind: EmailKind | undefined
  status: EmailStatus | undefined
  updatedSince: Date | undefined
}

const SORT = { createdAt: sql`created_at`, updatedAt: UPDATED_AT }

const selectEmails = (db: Db) => db.selectFrom('emails').select(columns)

export function listEmails(
  db: Db,
  { organizationId, invoiceId, customerId, kind, status, updatedSince }: EmailFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let emails = selectEmails(db).where('organizationId', '=', organizationId)
  if (invoiceId !== undefined) emails = emails.where('invoiceId', '=', invoiceId)
  if (customerId !== undefined) emails = emails.where('customerId', '=', customerId)
  if (kind !== undefined) emails = emails.where('kind', '=', kind)
  if (status !== undefined) emails = emails.where('status', '=', status)
  if (updatedSince !== undefined) emails = emails.where(UPDATED_AT, '>=', updatedSince)
  return listPage(emails, { ...page, orderBy: SORT[sortBy] })
}

export type InvoiceEmail = Pick<Email, 'id' | 'kind' | 'status' | 'to' | 'cc' | 'lastError'> & {
  /** The time of writing, in business time where it is known. */
  at: Date
}

/** Lists all emails about an invoice, oldest first. */
export function listInvoiceEmails(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<InvoiceEmail[]> {
  return db
    .selectFrom('emails')
    .select(['id', 'kind', 'status', 'toAddress as to', 'ccAddresses as cc', 'lastError'])
    .select((eb) => eb.fn.coalesce('businessAt', 'createdAt').as('at'))
    .where('organizationId', '=', organizationId)
    .where('invoiceId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function findEmail(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Email | undefined> {
  return selectEmails(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findLatestEmail(
  db: Db,
  key: { organizationId: string; invoiceId: string; kind: EmailKind },
): Promise<Email | undefined> {
  return selectEmails(db)
    .where('organizationId', '=', key.organizationId)
    .where('invoiceId', '=', key.invoiceId)
    .where('kind', '=', key.kind)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
