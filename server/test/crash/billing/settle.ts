import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { within } from '../within.ts'
import { isScheduleRunning, runSchedule } from './schedule.ts'

/** Generous, for machines that have other things to do. */
const QUIET_LIMIT_MS = 180_000
const POLL_MS = 100
/** For the jobs of a minute to be done; then they are asked for again. */
const JOBS_LIMIT_MS = 5_000
/** What was in hand when the process died is still there after this long. */
const IN_HAND_MS = 1_500

const UNDER_WAY = `
  select (select count(*)::int from emails where status = 'queued') as mails,
         (select count(*)::int from payments where status = 'pending') as payments,
         (select count(*)::int from refunds where status = 'pending') as refunds,
         (select count(*)::int from outbox_tasks) as tasks`

type UnderWay = { mails: number; payments: number; refunds: number; tasks: number }

/**
 * Waits until every mail is sent, every payment and refund has come to an end, and all that follows is done. What a killed
 * process had in hand is taken up again only after minutes, so their passing is feigned.
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

/** Written with its zone, since Citus takes nothing in an update that the zone of a session decides. */
const earlier = (column: string) =>
  `(${column} at time zone 'UTC' - interval '10 minutes') at time zone 'UTC'`

/** As if ten minutes had gone by, with the jobs that run every minute. */
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
  // Asked for again at once, the first of the jobs would leave no time for the last. One that was
  // in the hand of a process that died seems to run for ever.
  await within(JOBS_LIMIT_MS, async () => {
    await sleep(POLL_MS)
    return !(await isScheduleRunning(pool)) || undefined
  })
}
