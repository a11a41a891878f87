import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

export type ResetLink = { id: string; identifier: string; userId: string; expiresAt: Date }

export async function insertLink(db: Db, { userId, ...link }: ResetLink, now: Date): Promise<void> {
  await db
    .insertInto('verifications')
    .values({ ...link, value: userId, createdAt: now, updatedAt: now })
    .execute()
}

/** Returns the account id of a valid, unexpired link; undefined otherwise. */
export async function findAccountOfLink(
  db: Db,
  identifier: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row?.value
}

/**
 * Locks the account's row, which serializes changes of its links. Returns undefined when there is
 * no such account.
 */
export function lockUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function deleteLinks(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', userId).execute()
}

export async function updatePassword(
  tx: Tx,
  { userId, hash }: { userId: string; hash: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', sql.lit('credential'))
    .execute()
}

/** Lists the networks that requested mails for an account, one entry per mail. */
export async function listMailNetworks(tx: Tx, userId: string, since: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('resetMails')
    .select('network')
    .where('userId', '=', userId)
    .where('createdAt', '>', since)
    .execute()
  return rows.map(({ network }) => network)
}

export async function insertMail(
  tx: Tx,
  mail: { id: string; userId: string; network: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('resetMails')
    .values({ ...mail, createdAt: now })
    .execute()
}

export async function deleteMailsUntil(db: Db, until: Date): Promise<void> {
  await db.deleteFrom('resetMails').where('createdAt', '<=', until).execute()
}
