import type { Db } from '../../platform/database.ts'
import { deleteEventsBefore } from './queries.ts'

/** Retention of handled events, so that later readers find recent history. */
const KEPT_FOR_MS = 7 * 24 * 3_600_000
const BATCH = 1_000

/** Deletes old events that every consumer has handled, to keep the table small. */
export async function pruneOutbox(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_FOR_MS)
  while ((await deleteEventsBefore(db, { before, limit: BATCH })) === BATCH);
}
