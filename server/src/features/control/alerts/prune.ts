import type { Db } from '../../../platform/database.ts'
import { deleteAlertsBefore } from './queries.ts'

/** Longer than every window: a rolling one has up to a year. */
const KEPT_DAYS = 400
const DAY_MS = 86_400_000
const BATCH = 1_000

/** Deletes alerts whose windows have ended, in short transactions. */
export async function pruneAlerts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  while ((await deleteAlertsBefore(db, { before, limit: BATCH })) === BATCH);
}
