import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { within } from '../within.ts'
import { isScheduleRunning, runSchedule } from './schedule.ts'

/** Generous, for machines under other load. */
const QUIET_LIMIT_MS = 180_000
const POLL_MS = 100
/** Time for the jobs of a minute to finish before they are queued again. */
const JOBS_LIMIT_MS = 5_000
/** Work of a killed process is still locked after this time. */
const IN_HAND_MS = 1_500

const UNDER_WAY = `
  select (select count(*)::int from emails where status = 'queued') as mails,
         (select count(*)::int from payments where status = 'pending') as payments,
         (select count(*)::int from refunds where status = 'pending') as refunds,
         (select count(*)::int from outbox_tasks) as tasks`

type UnderWay = { mails: number; payments: number; refunds: number; tasks: number }

/**
 * Waits until every mail, payment, refund and event task is complete. Work locked by a killed
 * process is retried only after minutes, so the test shifts the stored times.
 */
export async function settle(pool: pg.Pool): Promise<string[]> {
  let before: UnderWay | undefined
  const isSettled = await within(QUIET_LIMIT_MS, async () => {
    const now = await readUnderWay(pool)
    if (Object.values(now).every((count) => count === 0)) return true
    const isStuck = before !== undefined && JSON.stringify(before) === JSON.stringify(now)
    before = now
    if (isStuck) await feignPassingTime(pool)
    else await sleep(IN_HAND_MS)
    return undefined
  })
  if (isSettled) return []
  const left = JSON.stringify(await readUnderWay(pool))
  return [`still under way after ${QUIET_LIMIT_MS} ms without any load: ${left}`]
}

async function readUnderWay(pool: pg.Pool): Promise<UnderWay> {
  const { rows } = await pool.query<UnderWay>(UNDER_WAY)
  const [row] = rows
  if (!row) throw new Error('A query without rows')
  return row
}

/**
 * Names the zone explicitly: Citus refuses updates whose result depends on the session's time zone.
 */
const earlier = (column: string) =>
  `(${column} at time zone 'UTC' - interval '10 minutes') at time zone 'UTC'`

/** Shifts the stored times by ten minutes and runs the jobs of the minute. */
async function feignPassingTime(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update emails set next_attempt_at = next_attempt_at - interval '10 minutes'
      where status = 'queued'`,
  )
  for (const table of ['payments', 'refunds']) {
    await pool.query(
      `update ${table} set created_at = ${earlier('created_at')}, updated_at = ${earlier('updated_at')}
        where status = 'pending'`,
    )
  }
  await pool.query(
    `update outbox_tasks set next_attempt_at = next_attempt_at - interval '70 minutes'`,
  )
  await runSchedule(pool)
  // Queuing the jobs again immediately would leave no time for the last one. A job locked by a
  // killed process appears to run permanently.
  await within(JOBS_LIMIT_MS, async () => {
    await sleep(POLL_MS)
    return !(await isScheduleRunning(pool)) || undefined
  })
}
