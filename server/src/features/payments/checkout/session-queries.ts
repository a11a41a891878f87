import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { LinkedRow } from '../../invoices/pay-link/link-token.ts'
import type { CheckoutSession, ProviderName } from '../payment.ts'

const selectSessions = (db: Db) =>
  db
    .selectFrom('checkoutSessions')
    .select([
      'checkoutSessions.customerId',
      'checkoutSessions.id',
      'checkoutSessions.organizationId',
      'checkoutSessions.invoiceId',
      'checkoutSessions.providerSessionId',
      'checkoutSessions.url',
      'checkoutSessions.amount',
      'checkoutSessions.currency',
      'checkoutSessions.createdAt',
      'checkoutSessions.expiresAt',
      'checkoutSessions.status',
      'checkoutSessions.provider',
      'checkoutSessions.openedFrom',
    ])

export async function insertSession(
  tx: Tx,
  session: CheckoutSession,
  businessAt: Date,
): Promise<void> {
  await tx
    .insertInto('checkoutSessions')
    .values({ ...session, businessAt, updatedAt: session.createdAt })
    .execute()
}

/** Lists when each page of an invoice was opened, in business time where it was recorded. */
export function listSessionTimes(db: Db, invoice: CustomerScopedId): Promise<{ at: Date }[]> {
  return db
    .selectFrom('checkoutSessions')
    .select((eb) => eb.fn.coalesce('businessAt', 'createdAt').as('at'))
    .where('customerId', '=', invoice.customerId)
    .where('invoiceId', '=', invoice.id)
    .where('organizationId', '=', invoice.organizationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function findSession(
  db: Db,
  key: CustomerScopedId,
): Promise<CheckoutSession | undefined> {
  const row = await selectSessions(db)
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .executeTakeFirst()
  return row
}

/**
 * Finds a session by the ids in a signed link to the built-in page. The link names no organization.
 */
export async function findLinkedSession(
  db: Db,
  { customerId, id }: LinkedRow,
): Promise<CheckoutSession | undefined> {
  const row = await selectSessions(db)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row
}

/** Finds a session by a legacy unsigned link. */
export async function findSessionByTokenHash(
  db: Db,
  hash: Buffer,
): Promise<CheckoutSession | undefined> {
  const row = await selectSessions(db).where('tokenHash', '=', hash).executeTakeFirst()
  return row
}

/** Lists open sessions of an invoice, latest first. */
export async function listOpenSessions(
  db: Db,
  { invoice, provider }: { invoice: CustomerScopedId; provider: ProviderName },
): Promise<CheckoutSession[]> {
  const rows = await selectSessions(db)
    .where('customerId', '=', invoice.customerId)
    .where('invoiceId', '=', invoice.id)
    .where('organizationId', '=', invoice.organizationId)
    .where('provider', '=', provider)
    .where('status', '=', sql.lit('open'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
}

export type SessionChange = {
  status?: CheckoutSession['status']
  providerSessionId?: string
  url?: string
}

/** Returns false if the session is no longer open. */
export async function updateOpenSession(
  db: Db,
  key: CustomerScopedId,
  change: SessionChange,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkoutSessions')
    .set({ ...change, updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .where('status', '=', sql.lit('open'))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Marks a session completed in any status: a payment may arrive for a page stored as expired. */
export async function markSessionCompleted(
  tx: Tx,
  key: CustomerScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('checkoutSessions')
    .set({ status: 'completed', updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
}

type Sweep = { provider: ProviderName; now: Date; before: Date; limit: number }

/**
 * Lists invoices of all organizations with an open page that must no longer take money:
 * - the invoice is not payable,
 * - the amount due has changed, or
 * - the page has expired.
 * Pages touched since `before` are skipped.
 */
export async function listInvoicesToClose(
  db: Db,
  { provider, now, before, limit }: Sweep,
): Promise<CustomerScopedId[]> {
  const rows = await db
    .selectFrom('checkoutSessions as session')
    .innerJoin('invoices as invoice', (join) =>
      join
        .onRef('invoice.customerId', '=', 'session.customerId')
        .onRef('invoice.id', '=', 'session.invoiceId'),
    )
    .select(['invoice.customerId', 'invoice.id', 'invoice.organizationId'])
    .where('session.status', '=', sql.lit('open'))
    .where('session.provider', '=', provider)
    .where('session.updatedAt', '<', before)
    .where((where) =>
      where.or([
        where('invoice.status', 'not in', ['pending', 'issued', 'overdue']),
        where(
          'session.amount',
          '<>',
          sql<Decimal>`invoice.total - invoice.amount_paid + invoice.amount_refunded`,
        ),
        where('session.expiresAt', '<=', now),
      ]),
    )
    .orderBy('session.updatedAt')
    .limit(limit)
    .execute()
  return rows
}
