import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import type { Site } from './sites.ts'

/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10

/** `childTicks` counts children that have ended. */
type Stat = { parent: number; ticks: number; childTicks: number }

/**
 * Returns a process's processor time so far in milliseconds; 0 where the kernel does not report it.
 */
export async function processorTime(pid: number | undefined): Promise<number> {
  return ((await statOf(pid))?.ticks ?? 0) * TICK_MS
}

/**
 * Returns the processor time of all processes of a pool's PostgreSQL, which runs on this machine.
 */
export async function postgresTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  const postmaster = (await statOf(rows[0].pid))?.parent
  if (postmaster === undefined) return 0
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const stats = await Promise.all(pids.map(statOf))
  const ended = (await statOf(postmaster))?.childTicks ?? 0
  return (
    stats.reduce((sum, one) => sum + (one?.parent === postmaster ? one.ticks : 0), ended) * TICK_MS
  )
}

/** Returns the processor time of all PostgreSQL servers of a site. */
export async function sitePostgresTime({ nodes }: Site): Promise<number> {
  const times = await Promise.all(nodes.map(postgresTime))
  return times.reduce((sum, ms) => sum + ms, 0)
}

async function statOf(pid: number | undefined): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The program name is in parentheses and may contain blanks.
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (!fields) return undefined
  const [, parent = 0] = fields
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11)
  return { parent, ticks: user + system, childTicks: childUser + childSystem }
}
