import { sql } from 'kysely'
import { decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { LinkedRow } from '../../invoices/pay-link/link-token.ts'
import type { CheckoutSession, ProviderName } from '../payment.ts'

const selectSessions = (db: Db) =>
  db
    .selectFrom('checkout_sessions')
    .select([
      'checkout_sessions.customer_id as customerId',
      'checkout_sessions.id',
      'checkout_sessions.organization_id as organizationId',
      'checkout_sessions.invoice_id as invoiceId',
      'checkout_sessions.provider_session_id as providerSessionId',
      'checkout_sessions.url',
      'checkout_sessions.amount',
      'checkout_sessions.currency',
      'checkout_sessions.created_at as createdAt',
      'checkout_sessions.expires_at as expiresAt',
      sql<CheckoutSession['status']>`checkout_sessions.status`.as('status'),
      sql<ProviderName>`checkout_sessions.provider`.as('provider'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>

const sessionOf = (row: Row): CheckoutSession => ({ ...row, amount: decimal(row.amount) })

export async function insertSession(tx: Tx, session: CheckoutSession): Promise<void> {
  await tx
    .insertInto('checkout_sessions')
    .values({
      customer_id: session.customerId,
      id: session.id,
      organization_id: session.organizationId,
      invoice_id: session.invoiceId,
      provider: session.provider,
      provider_session_id: session.providerSessionId,
      url: session.url,
      status: session.status,
      amount: session.amount.toFixed(),
      currency: session.currency,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      updated_at: session.createdAt,
    })
    .execute()
}

export async function findSession(
  db: Db,
  key: CustomerScopedId,
): Promise<CheckoutSession | undefined> {
  const row = await selectSessions(db)
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirst()
  return row && sessionOf(row)
}

/** By the address of the built-in page, which is all that whoever opens it has. */
export async function findLinkedSession(
  db: Db,
  { customerId, id }: LinkedRow,
): Promise<CheckoutSession | undefined> {
  const row = await selectSessions(db)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && sessionOf(row)
}

/** By an address that was made before these were signed. */
export async function findSessionByTokenHash(
  db: Db,
  hash: Buffer,
): Promise<CheckoutSession | undefined> {
  const row = await selectSessions(db).where('token_hash', '=', hash).executeTakeFirst()
  return row && sessionOf(row)
}

/** The latest first. */
export async function listOpenSessions(
  db: Db,
  { invoice, provider }: { invoice: CustomerScopedId; provider: ProviderName },
): Promise<CheckoutSession[]> {
  const rows = await selectSessions(db)
    .where('customer_id', '=', invoice.customerId)
    .where('invoice_id', '=', invoice.id)
    .where('organization_id', '=', invoice.organizationId)
    .where('provider', '=', provider)
    .where('status', '=', sql.lit('open'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(sessionOf)
}

export type SessionChange = {
  status?: CheckoutSession['status']
  provider_session_id?: string
  url?: string
}

/** False when the session is no longer open. */
export async function updateOpenSession(
  db: Db,
  key: CustomerScopedId,
  change: SessionChange,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkout_sessions')
    .set({ ...change, updated_at: now })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .where('status', '=', sql.lit('open'))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Money may come by a page that has expired, when its notification was on the way. */
export async function markSessionCompleted(
  tx: Tx,
  key: CustomerScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('checkout_sessions')
    .set({ status: 'completed', updated_at: now })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .execute()
}

type Sweep = { provider: ProviderName; now: Date; before: Date; limit: number }

/**
 * The invoices of every organization that have an open page which must take no money any more: the
 * invoice is paid or void, another amount is due, or the page is out of date. Pages that were looked at
 * since `before` have to wait.
 */
export async function listInvoicesToClose(
  db: Db,
  { provider, now, before, limit }: Sweep,
): Promise<CustomerScopedId[]> {
  const rows = await db
    .selectFrom('checkout_sessions as session')
    .innerJoin('invoices as invoice', (join) =>
      join
        .onRef('invoice.customer_id', '=', 'session.customer_id')
        .onRef('invoice.id', '=', 'session.invoice_id'),
    )
    .select([
      'invoice.customer_id as customerId',
      'invoice.id',
      'invoice.organization_id as organizationId',
    ])
    .where('session.status', '=', sql.lit('open'))
    .where('session.provider', '=', provider)
    .where('session.updated_at', '<', before)
    .where((where) =>
      where.or([
        where('invoice.status', 'not in', ['pending', 'issued', 'overdue']),
        where(
          'session.amount',
          '<>',
          sql<string>`invoice.total - invoice.amount_paid + invoice.amount_refunded`,
        ),
        where('session.expires_at', '<=', now),
      ]),
    )
    .orderBy('session.updated_at')
    .limit(limit)
    .execute()
  return rows
}
