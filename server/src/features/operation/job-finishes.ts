import type { Db } from '../../platform/database.ts'
import * as queries from './queries.ts'

/** Stores when a periodic job finished without an error, for the metrics of every process. */
export function noteJobFinish(db: Db, task: string, finishedAt: Date): Promise<void> {
  return queries.upsertJobFinish(db, { task, finishedAt })
}

/** Returns when a periodic job last finished without an error; undefined if it never did. */
export async function findJobFinish(db: Db, task: string): Promise<Date | undefined> {
  const finishes = await queries.listJobFinishes(db)
  return finishes.find((finish) => finish.task === task)?.finishedAt
}
