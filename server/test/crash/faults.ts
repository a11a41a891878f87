import type { Random } from './random.ts'
import { connectToDatabase, findPostmaster, type Site, serversOf } from './site.ts'

const HUNT_MS = 400

/**
 * Kills PostgreSQL's main process with SIGKILL. Returns false when none runs, as during a restart.
 */
export async function killPostmaster(site: Site, random: Random): Promise<boolean> {
  const pid = await findPostmaster(random.pick(serversOf(site)))
  return pid !== undefined && signal(pid, 'SIGKILL')
}

/**
 * Shuts PostgreSQL down gracefully, as in a restart of the server. Returns false when none runs.
 */
export async function shutDownPostmaster(site: Site, random: Random): Promise<boolean> {
  const pid = await findPostmaster(random.pick(serversOf(site)))
  return pid !== undefined && signal(pid, 'SIGINT')
}

/**
 * Kills one session of the service with SIGKILL; PostgreSQL then ends all sessions and recovers
 * from its log. Sometimes waits for a session that is committing, because the outcome of its
 * transaction is hardest to determine. Returns false when there is none.
 */
export async function killBackend(site: Site, random: Random): Promise<boolean> {
  const isHunt = random.chance(0.6)
  const client = await connectToDatabase(site).catch(() => undefined)
  if (!client) return false
  try {
    for (const giveUpAt = performance.now() + HUNT_MS; ; ) {
      const { rows } = await client.query<{ pid: number; isCommitting: boolean }>(
        `select pid, query = 'commit' and state = 'active' as "isCommitting"
           from pg_stat_activity
          where application_name = 'piecework' and backend_type = 'client backend'`,
      )
      const committing = rows.find(({ isCommitting }) => isCommitting)
      if (isHunt && committing) return signal(committing.pid, 'SIGKILL')
      if (!isHunt || performance.now() > giveUpAt) {
        return rows.length > 0 && signal(random.pick(rows).pid, 'SIGKILL')
      }
    }
  } catch {
    return false // PostgreSQL disappeared: an earlier fault is still in effect.
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Blocks the commit of every batch until released, so that requests are certainly in progress. */
export async function holdCommits(site: Site): Promise<{ release: () => Promise<void> }> {
  const client = await connectToDatabase(site)
  await client.query('begin')
  await client.query('lock table usage_rollups in share row exclusive mode')
  return { release: () => client.end().catch(() => undefined) }
}

/** Delays every commit before its log is written, also after a restart. */
export async function delayCommits(site: Site, milliseconds: number): Promise<void> {
  const client = await connectToDatabase(site)
  try {
    await client.query(`alter system set commit_delay = ${milliseconds * 1_000}`)
    await client.query('alter system set commit_siblings = 0')
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name)
    return true
  } catch {
    return false
  }
}
