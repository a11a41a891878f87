import type { Db } from '../../../../platform/database.ts'
import { deleteAlertsBefore } from './queries.ts'

const KEPT_DAYS = 400
const DAY_MS = 86_400_000
const BATCH = 1_000

/** Deletes falls that ended and notices of expiry after 400 days, in short transactions. */
export async function pruneCreditAlerts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  while ((await deleteAlertsBefore(db, { before, limit: BATCH })) === BATCH);
}
