import type { Db } from '../../platform/database.ts'
import { KEPT_FOR_MS } from './hook.ts'
import { deleteRequestsBefore } from './queries.ts'

/** Forgets answers that are older than a day; their keys can be used again. */
export async function pruneIdempotentRequests(db: Db, now: Date): Promise<void> {
  await deleteRequestsBefore(db, new Date(now.getTime() - KEPT_FOR_MS))
}
