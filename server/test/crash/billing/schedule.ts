import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectToDatabase, type Site } from '../site.ts'

/** Jobs that the program runs every minute. */
const JOBS = ['billing.run', 'payments.retry', 'emails.deliver']
const PAUSE_MS = 500

/** Runs the jobs of the minute now. */
export async function runSchedule(db: pg.Pool | pg.Client): Promise<void> {
  for (const job of JOBS) {
    await db.query('select graphile_worker.add_job($1, job_key := $2)', [job, `test ${job}`])
  }
}

/** True if some of them still wait or run. */
export async function isScheduleRunning(db: pg.Pool): Promise<boolean> {
  const keys = JOBS.map((job) => `test ${job}`)
  const jobs = 'select from graphile_worker.jobs where key = any($1) and attempts < max_attempts'
  return (await db.query(jobs, [keys])).rows.length > 0
}

/**
 * Runs the jobs of the minute repeatedly, concurrently with moves of the clock, so that both do the
 * same work.
 */
export function startSchedule(site: Site): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = repeat(site, stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

async function repeat(site: Site, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // During a fault, the database may be unreachable or may disappear.
    const db = await connectToDatabase(site).catch(() => undefined)
    await (db && runSchedule(db).catch(() => undefined))
    await db?.end().catch(() => undefined)
    await sleep(PAUSE_MS)
  }
}
