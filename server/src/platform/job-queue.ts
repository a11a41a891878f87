import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Enqueues a job in the caller's transaction: it runs once that commits. The queue makes its tables
 * when the first worker starts; until then there is nobody to run a job, and what it would have
 * done is found by the sweep that every job of ours has beside it.
 */
export async function enqueueJob(
  tx: Tx,
  { name, payload, jobKey }: { name: string; payload: object; jobKey: string },
): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as exists`.execute(tx)
  if (!rows[0]?.exists) return
  await sql`
    select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
      job_key := ${jobKey}, max_attempts := 3)`.execute(tx)
}
