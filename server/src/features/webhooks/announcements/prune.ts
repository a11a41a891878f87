import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { keptSince, MARGIN_MS } from './kept.ts'

const BATCH = 1_000
/** Longer than a delivery that was started again has attempts. */
const DAYS_FOR_ATTEMPTS = 7

/**
 * Deletes old announcements with their deliveries and attempts, in short transactions. An
 * announcement that is being sent again is kept for up to a week longer.
 */
export async function pruneAnnouncements(db: Db, days: number, now: Date): Promise<void> {
  const before = new Date(keptSince(days, now).getTime() - MARGIN_MS)
  while ((await deleteBefore(db, before)) === BATCH);
}

function deleteBefore(db: Db, before: Date): Promise<number> {
  const atLatest = keptSince(DAYS_FOR_ATTEMPTS, before)
  return db.transaction().execute(async (tx) => {
    // The lock excludes a replay. Each further statement sees what was committed before the lock.
    const { rows } = await sql<{ id: string }>`
      select id from announcements announcement
      where created_at < ${before}::timestamptz
        and (created_at < ${atLatest}::timestamptz or not exists (
          select from webhook_deliveries delivery
          where delivery.announcement_id = announcement.id and delivery.status = 'pending'
        ))
      limit ${BATCH} for update of announcement skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    await sql`
      delete from webhook_deliveries where announcement_id = any (${ids}::uuid[])`.execute(tx)
    await sql`
      delete from webhook_attempts where announcement_id = any (${ids}::uuid[])`.execute(tx)
    await sql`delete from announcements where id = any (${ids}::uuid[])`.execute(tx)
    return ids.length
  })
}
