import type { Db } from '../../../platform/database.ts'
import { deleteDecisionsBefore } from './queries.ts'

export const DECISIONS_KEPT_DAYS = 30
const DAY_MS = 86_400_000
const BATCH = 1_000

/** Deletes decisions after 30 days, in short transactions. */
export async function pruneDecisions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DECISIONS_KEPT_DAYS * DAY_MS)
  while ((await deleteDecisionsBefore(db, { before, limit: BATCH })) === BATCH);
}
