import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

/**
 * Returns the session of a token with the person's memberships; no rows when there is no such
 * session.
 */
export function findSession(db: Db, token: string) {
  return db
    .selectFrom('sessions')
    .leftJoin('members', 'members.userId', 'sessions.userId')
    .leftJoin('organizations', 'organizations.id', 'members.organizationId')
    .select(['sessions.id as sessionId', 'sessions.userId', 'sessions.expiresAt'])
    .select(['members.id as memberId', 'members.role'])
    .select(['organizations.id as organizationId', 'organizations.slug'])
    .where('sessions.token', '=', token)
    .execute()
}

/** Lists the person's memberships by name of the organization. */
export function listMemberships(db: Db, userId: string) {
  return db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organizationId')
    .select(['members.id as memberId', 'members.role'])
    .select(['organizations.id', 'organizations.name', 'organizations.slug'])
    .where('members.userId', '=', userId)
    .orderBy(sql`lower(organizations.name)`)
    .orderBy('organizations.id')
    .execute()
}

/** Lists the sessions that have not expired, the most recently used first. */
export function listSessions(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns false when the person has no such session. */
export async function deleteSession(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all sessions of a person, except the one with the token `except`. */
export async function deleteSessions(
  db: Db,
  { userId, except }: { userId: string; except?: string | undefined },
): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('userId', '=', userId)
  if (except !== undefined) sessions = sessions.where('token', '<>', except)
  await sessions.execute()
}

export async function deleteSessionOfToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

/** Lists the IP addresses of the sessions of the account with this email address. */
export async function listAddresses(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.ipAddress')
    .distinct()
    .where('users.email', '=', email)
    .execute()
  return rows.flatMap(({ ipAddress }) => ipAddress ?? [])
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('verifications').where('expiresAt', '<=', now).execute()
}

export type UserRow = { id: string; name: string; email: string; createdAt: Date }

const userColumns = ['id', 'name', 'email', 'createdAt'] as const

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(userColumns).where('email', '=', email).executeTakeFirst()
}

/** Lists users, oldest first, each with their organizations. */
export async function listUsers(db: Db) {
  const [users, memberships] = await Promise.all([
    db.selectFrom('users').select(userColumns).orderBy('createdAt').orderBy('id').execute(),
    db
      .selectFrom('members')
      .innerJoin('organizations', 'organizations.id', 'members.organizationId')
      .select(['members.userId', 'members.role', 'organizations.slug'])
      .orderBy('organizations.slug')
      .execute(),
  ])
  const byUser = Map.groupBy(memberships, ({ userId }) => userId)
  return users.map((user) => ({ ...user, memberships: byUser.get(user.id) ?? [] }))
}

export async function insertUser(
  tx: Tx,
  { hash, accountId, now, ...user }: Omit<UserRow, 'createdAt'> & NewAccount,
): Promise<void> {
  const times = { createdAt: now, updatedAt: now }
  await tx
    .insertInto('users')
    .values({ ...user, emailVerified: true, ...times })
    .execute()
  await tx
    .insertInto('accounts')
    .values({
      id: accountId,
      accountId: user.id,
      providerId: 'credential',
      userId: user.id,
      password: hash,
      ...times,
    })
    .execute()
}

type NewAccount = { hash: string; accountId: string; now: Date }

export function updateUserName(
  db: Db,
  { userId, name }: { userId: string; name: string },
  now: Date,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ name, updatedAt: now })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirst()
}

/** Returns the password hash of the account with this email address. */
export async function findPasswordHash(db: Db, email: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .select('accounts.password')
    .where('users.email', '=', email)
    .executeTakeFirst()
  return row?.password
}

export async function findPasswordHashOf(
  db: Db,
  userId: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', sql.lit('credential'))
    .executeTakeFirst()
  return row?.password
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

const USERS_LOCK = 0x7077_0005

export async function lockUsers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${USERS_LOCK})`.execute(tx)
}
