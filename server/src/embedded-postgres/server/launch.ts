import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../../platform/program/operator-error.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Connection, writeConnection } from '../cluster/connection-file.ts'
import { choosePort } from '../cluster/ports.ts'
import { readSystemIdentifier } from '../cluster/system-identifier.ts'
import { clearPidFile } from './leftover.ts'
import { type Postmaster, spawnPostmaster, stopPostmaster } from './postmaster.ts'
import { type Readiness, waitUntilReady } from './readiness.ts'
import type { Settings } from './settings.ts'

/** How long backends of a killed server may keep its shared memory. */
const LINGERING_MS = 30_000
const RETRY_MS = 200
const PORT_TRIES = 20

export type LaunchOptions = {
  cluster: Cluster
  connection: Connection
  settings: Settings
  /** False for a restart: clients already have the URL, which contains the port. */
  mayChangePort: boolean
  /**
   * Identifier of the database to start. Another database at the same path belongs to another
   * process.
   */
  systemIdentifier: string | undefined
  signal: AbortSignal
}

/** A server that accepts connections, with the data to connect to it. */
export type Launched = { postmaster: Postmaster; connection: Connection }

/**
 * Starts the server and waits until it accepts connections. Retries when the obstacle is temporary.
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const { cluster, settings, signal } = options
  const deadline = Date.now() + LINGERING_MS
  let { connection } = options
  let portTries = 0
  for (;;) {
    signal.throwIfAborted()
    await refuseOtherDatabase(options)
    await clearPidFile(cluster.directory, cluster.log)
    const postmaster = await spawnPostmaster(cluster, connection.port, settings)
    const readiness = await waitUntilReady(postmaster, connection, {
      directory: cluster.directory,
      signal,
    })
    if (readiness === 'ready') return { postmaster, connection }
    await stopPostmaster(postmaster)
    signal.throwIfAborted()
    const obstacle = readiness === 'ended' ? obstacleIn(postmaster.lastLines()) : undefined
    if (obstacle === 'port-taken' && options.mayChangePort && ++portTries < PORT_TRIES) {
      connection = { ...connection, port: await choosePort(undefined) }
      await writeConnection(cluster.dataDir, connection)
    } else if (obstacle === 'lingering' && Date.now() < deadline) {
      await delay(RETRY_MS, undefined, { signal })
    } else {
      throw failure(readiness, postmaster)
    }
  }
}

/**
 * Throws when the data folder was deleted and created again by another process, which runs its own
 * server.
 */
async function refuseOtherDatabase({ cluster, systemIdentifier }: LaunchOptions): Promise<void> {
  const { directory } = cluster
  if ((await readSystemIdentifier(directory)) === systemIdentifier) return
  throw new OperatorError(
    `${directory} no longer holds the database that this process started: the data folder was ` +
      'deleted or replaced. Stop this process, or put the folder back.',
  )
}

function obstacleIn(messages: string): 'port-taken' | 'lingering' | undefined {
  if (messages.includes('could not create any TCP/IP sockets')) return 'port-taken'
  if (messages.includes('is still in use')) return 'lingering' // its shared memory block
  if (messages.includes('lock file "postmaster.pid" already exists')) return 'lingering'
  return undefined
}

function failure(readiness: Readiness, postmaster: Postmaster): Error {
  if (readiness === 'wrong-password') {
    return new Error(
      'The password in postgres.json is not that of the database next to it. Delete ' +
        'postgres.json: the next start sets a new one.',
    )
  }
  const reason =
    readiness === 'timeout' ? 'no answer for a minute' : (postmaster.ending() ?? 'it was stopped')
  return new Error(`PostgreSQL did not start (${reason}):\n${postmaster.lastLines()}`)
}
