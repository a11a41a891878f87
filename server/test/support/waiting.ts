import { expect, inject, vi } from 'vitest'
import type { TestDatabase } from './database.ts'
import { areNodes } from './servers.ts'

type Pool = TestDatabase['pool']

/** Retries the check until it passes and returns its result; gives up after a minute. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000 })

const COUNT_WAITING = `select count(*)::int from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Counts sessions of this database that wait for a lock; in a cluster, on all nodes. */
export async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await (areNodes(inject('servers'))
    ? pool.query<{ count: number }>(
        'select sum(result::int)::int as count from run_command_on_all_nodes($1)',
        [COUNT_WAITING],
      )
    : pool.query<{ count: number }>(COUNT_WAITING))
  return rows[0]?.count ?? 0
}

/** Waits until exactly this many sessions wait for a lock. */
export const untilWaiting = (pool: Pool, sessions: number): Promise<void> =>
  expect.poll(() => countWaiting(pool), { interval: 5 }).toBe(sessions)

/**
 * Runs the work while another session holds the lock of the statement. Releases the lock once this
 * many sessions wait, so that all of them have begun before any finishes.
 */
export async function runBehindLock<T>(
  pool: Pool,
  { lock, values, sessions }: { lock: string; values: unknown[]; sessions: number },
  work: () => Promise<T>,
): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(lock, values)
    const [result] = await Promise.all([
      work(),
      untilWaiting(pool, sessions).then(() => holder.query('rollback')),
    ])
    return result
  } finally {
    holder.release(true)
  }
}

/** Runs the work while another session holds the lock of the statement, which it releases afterwards. */
export async function whileLocked<T>(
  pool: Pool,
  { lock, values }: { lock: string; values: unknown[] },
  work: () => Promise<T>,
): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(lock, values)
    return await work()
  } finally {
    // Ends the session, and with it the transaction.
    holder.release(true)
  }
}
