import type { Db } from '../../platform/database.ts'
import * as queries from './queries.ts'

/** Stores that a periodic job has finished without an error, for the metrics of every process. */
export function noteJobFinish(db: Db, task: string, finishedAt: Date): Promise<void> {
  return queries.upsertJobFinish(db, { task, finishedAt })
}
