import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export async function findSetupToken(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setupTokens').select('token').executeTakeFirst()
  return row?.token
}

export async function insertSetupToken(tx: Tx, token: string, now: Date): Promise<void> {
  await tx.insertInto('setupTokens').values({ isCurrent: true, token, createdAt: now }).execute()
}

export async function deleteSetupToken(tx: Tx): Promise<void> {
  await tx.deleteFrom('setupTokens').where('isCurrent', '=', sql.lit(true)).execute()
}
