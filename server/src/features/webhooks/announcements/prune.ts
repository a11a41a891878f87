import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

const DAY_MS = 24 * 3_600_000
const BATCH = 1_000

/** Deletes old announcements with their deliveries and attempts, in short transactions. */
export async function pruneAnnouncements(db: Db, days: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS)
  while ((await deleteBefore(db, before)) === BATCH);
}

async function deleteBefore(db: Db, before: Date): Promise<number> {
  const { rows } = await sql`
    with old as (
      delete from announcements
      where id = any (array(
        select id from announcements where created_at < ${before}::timestamptz limit ${BATCH}
      ))
      returning id
    ), deliveries as (
      delete from webhook_deliveries where announcement_id in (select id from old)
    ), attempts as (
      delete from webhook_attempts where announcement_id in (select id from old)
    )
    select id from old`.execute(db)
  return rows.length
}
