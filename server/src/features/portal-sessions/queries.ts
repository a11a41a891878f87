import { sql } from 'kysely'
import type { CustomerScopedId, ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Slice } from '../../platform/list.ts'
import { findAnywhere } from '../customers/find-anywhere.ts'
import { LIFETIME_MS, type PortalSession } from './portal-session.ts'
import type { TokenKey } from './token.ts'

const selectSessions = (db: Db) =>
  db
    .selectFrom('portalSessions as session')
    .innerJoin('customers as customer', (join) =>
      join
        .onRef('customer.id', '=', 'session.customerId')
        .onRef('customer.organizationId', '=', 'session.organizationId'),
    )
    .select(['session.id', 'session.organizationId', 'session.customerId'])
    .select(['customer.externalId as customerExternalId'])
    .select(['customer.name as customerName', 'customer.email as customerEmail'])
    .select(sql<boolean>`customer.deleted_at is not null`.as('isCustomerDeleted'))
    .select(['session.returnUrl', 'session.features', 'session.createdAt'])
    .select(['session.expiresAt', 'session.usedAt', 'session.revokedAt'])

export type NewPortalSession = CustomerScopedId & {
  tokenHash: Buffer
  returnUrl: string | null
  features: string[]
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(db: Db, session: NewPortalSession): Promise<void> {
  await db.insertInto('portalSessions').values(session).execute()
}

type SessionFilter = {
  organizationId: string
  customerId: string | undefined
  /** Only sessions whose link can still be opened at this time; undefined: all. */
  openAt: Date | undefined
}

/** Lists sessions, latest first. */
export function listSessions(
  db: Db,
  { organizationId, customerId, openAt }: SessionFilter,
  { limit, offset }: Slice,
): Promise<PortalSession[]> {
  let sessions = selectSessions(db).where('session.organizationId', '=', organizationId)
  if (customerId !== undefined) sessions = sessions.where('session.customerId', '=', customerId)
  if (openAt !== undefined) {
    sessions = sessions
      .where('session.expiresAt', '>', openAt)
      // Implied by the expiry, but lets the scan of the index by `created_at` stop early.
      .where('session.createdAt', '>', new Date(openAt.getTime() - LIFETIME_MS))
      .where('session.usedAt', 'is', null)
      .where('session.revokedAt', 'is', null)
      .where('customer.deletedAt', 'is', null)
  }
  return sessions
    .orderBy('session.createdAt', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Finds a session by the id in a URL, without its customer. */
export function findSession(db: Db, key: ScopedId): Promise<PortalSession | undefined> {
  const sessions = selectSessions(db)
    .where('session.organizationId', '=', key.organizationId)
    .where('session.id', '=', key.id)
  return findAnywhere(db, { ...key, table: 'portal_sessions' }, (customerId) => {
    const theirs = customerId ? sessions.where('session.customerId', '=', customerId) : sessions
    return theirs.executeTakeFirst()
  })
}

type SessionKey = { customerId: string; id: string }

export function findCustomerSession(
  db: Db,
  { customerId, id }: SessionKey,
): Promise<PortalSession | undefined> {
  return selectSessions(db)
    .where('session.customerId', '=', customerId)
    .where('session.id', '=', id)
    .executeTakeFirst()
}

export function findSessionByLink(
  db: Db,
  { customerId, hash }: TokenKey,
): Promise<PortalSession | undefined> {
  return selectSessions(db)
    .where('session.customerId', '=', customerId)
    .where('session.tokenHash', '=', hash)
    .executeTakeFirst()
}

export function findSessionByCookie(
  db: Db,
  { customerId, hash }: TokenKey,
): Promise<PortalSession | undefined> {
  return selectSessions(db)
    .where('session.customerId', '=', customerId)
    .where('session.cookieHash', '=', hash)
    .executeTakeFirst()
}

/** Marks an open link used and stores the cookie. Of concurrent calls only one gets true. */
export async function markUsed(
  db: Db,
  { customerId, id }: SessionKey,
  { cookieHash, now }: { cookieHash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portalSessions')
    .set({ usedAt: now, cookieHash })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes a session; a second call keeps the time of the first. */
export async function markRevoked(
  db: Db,
  { customerId, id }: SessionKey,
  now: Date,
): Promise<void> {
  await db
    .updateTable('portalSessions')
    .set({ revokedAt: now })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
}

export async function forgetCookie(db: Db, { customerId, id }: SessionKey): Promise<void> {
  await db
    .updateTable('portalSessions')
    .set({ cookieHash: null })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .execute()
}

type LinkRequest = {
  now: Date
  /** A customer whose last request is later than this must wait. */
  restedBefore: Date
  /** A count that started before this time is reset. */
  countedAfter: Date
  most: number
}

/**
 * Records that a customer requested a link. Returns false if the limits are reached; of concurrent
 * requests only one gets true.
 */
export async function countLinkRequest(
  tx: Tx,
  { organizationId, customerId }: Omit<CustomerScopedId, 'id'>,
  { now, restedBefore, countedAfter, most }: LinkRequest,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into portal_link_requests as request
      (customer_id, organization_id, asked_at, counted_from, times)
    values (${customerId}, ${organizationId}, ${now}, ${now}, 1)
    on conflict (customer_id) do update set
      asked_at = excluded.asked_at,
      counted_from = case when request.counted_from <= ${countedAfter}::timestamptz
        then excluded.counted_from else request.counted_from end,
      times = case when request.counted_from <= ${countedAfter}::timestamptz
        then 1 else request.times + 1 end
    where request.asked_at <= ${restedBefore}::timestamptz
      and (request.times < ${most}::integer
        or request.counted_from <= ${countedAfter}::timestamptz)`.execute(tx)
  return numAffectedRows > 0n
}

export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('portalSessions').where('expiresAt', '<', before).execute()
}
