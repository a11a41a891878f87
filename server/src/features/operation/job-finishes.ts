import type { Db } from '../../platform/database.ts'
import * as queries from './queries.ts'

/** Stores when a periodic job finished without an error, for the metrics of every process. */
export function noteJobFinish(db: Db, task: string, finishedAt: Date): Promise<void> {
  return queries.upsertJobFinish(db, { task, finishedAt })
}
