import { expect, inject, vi } from 'vitest'
import type { TestDatabase } from './database.ts'
import { areNodes } from './servers.ts'

type Pool = TestDatabase['pool']

/** Passes, with what the check answers, as soon as the check passes. It gives up on what hangs. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000 })

const COUNT_WAITING = `select count(*)::int from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** How many sessions of this database wait for what another one has locked; in a cluster, on all nodes. */
export async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await (areNodes(inject('servers'))
    ? pool.query<{ count: number }>(
        'select sum(result::int)::int as count from run_command_on_all_nodes($1)',
        [COUNT_WAITING],
      )
    : pool.query<{ count: number }>(COUNT_WAITING))
  return rows[0]?.count ?? 0
}

/** Passes once so many sessions wait. */
export const untilWaiting = (pool: Pool, sessions: number): Promise<void> =>
  expect.poll(() => countWaiting(pool), { interval: 5 }).toBe(sessions)

/**
 * Begins the work while another session holds what the statement locks, and lets go once so many
 * sessions wait for it: only then have all of them begun before one has finished.
 */
export async function holdUp<T>(
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
