import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Whether the tables of this database may be on several nodes. */
export async function hasCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}
