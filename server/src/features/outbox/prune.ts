import type { Db } from '../../platform/database.ts'
import { deleteEventsBefore } from './queries.ts'

/** Whoever comes to read events finds this much of the past. */
const KEPT_FOR_MS = 7 * 24 * 3_600_000
const BATCH = 1_000

/** Deletes events that are old and that every consumer has dealt with, so that the table stays small. */
export async function pruneOutbox(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_FOR_MS)
  while ((await deleteEventsBefore(db, { before, limit: BATCH })) === BATCH);
}
