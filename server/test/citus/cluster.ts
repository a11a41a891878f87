import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clusterDirectory } from '../../src/embedded-postgres/cluster/cluster.ts'
import {
  connectionUrl,
  newPassword,
  ROLE,
} from '../../src/embedded-postgres/cluster/connection-file.ts'
import {
  chooseIdentity,
  commandAs,
  type Identity,
  ownerFor,
} from '../../src/embedded-postgres/cluster/identity.ts'
import { choosePort } from '../../src/embedded-postgres/cluster/ports.ts'
import type { Programs } from '../../src/embedded-postgres/cluster/programs.ts'
import { readSystemIdentifier } from '../../src/embedded-postgres/cluster/system-identifier.ts'
import { launch } from '../../src/embedded-postgres/server/launch.ts'
import { stopLeftover } from '../../src/embedded-postgres/server/leftover.ts'
import { ensureDatabase } from '../../src/embedded-postgres/server/readiness.ts'
import type { Settings } from '../../src/embedded-postgres/server/settings.ts'
import { supervise } from '../../src/embedded-postgres/server/supervisor.ts'
import { createLog } from '../../src/platform/log.ts'
import { cleanUpOnExit } from '../support/clean-up-on-exit.ts'

/** A coordinator and two workers: the minimum that shows all effects of a cluster. */
const NODES = ['coordinator', 'worker-1', 'worker-2']

/** Settings that Citus requires on every node, and limits for many concurrent test databases. */
export const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '600',
  max_prepared_transactions: '600',
  max_worker_processes: '100',
  max_locks_per_transaction: '256',
  'citus.max_cached_conns_per_worker': '16',
  'citus.recover_2pc_interval': '5s',
  'citus.enable_statistics_collection': 'off',
}

/** Versions with this setting refuse decoders that it does not list. */
const DECODERS = { output_plugin_libraries: 'pgoutput, test_decoding, citus' }

/** A node that restarts automatically until it is stopped. */
export type Node = { name: string; dataDir: string; url: string; stop: () => Promise<void> }

export type Cluster = { nodes: Node[]; folder: string; stop: () => Promise<void> }

export const programsIn = (folder: string): Programs => ({
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres'),
})

/** Returns the folder of a node's archived WAL. */
export const archiveOf = (dataDir: string): string => join(dataDir, 'archive')

/**
 * Starts nodes from a folder of PostgreSQL programs with Citus, each with its own data. Test data
 * need not survive a power failure; benchmarks set `isDurable`.
 */
export async function startCluster(
  folderOfPrograms: string,
  { isDurable = false, isArchived = false }: { isDurable?: boolean; isArchived?: boolean } = {},
): Promise<Cluster> {
  const programs = programsIn(folderOfPrograms)
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'piecework-citus-')))
  cleanUpOnExit(...NODES.map((name) => ({ dataDir: join(folder, name) })), { folder })
  // The nodes authenticate each other with one password.
  const password = newPassword()
  const settings = { ...SETTINGS, fsync: isDurable ? 'on' : 'off' }
  const nodes = await Promise.all(
    NODES.map(async (name) => {
      const dataDir = join(folder, name)
      const archived = isArchived ? archiving(dataDir) : {}
      const node = { name, programs, password, settings: { ...settings, ...archived } }
      await initialize(dataDir, node)
      return startNode(dataDir, node)
    }),
  )
  return {
    nodes,
    folder,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const archiving = (dataDir: string): Settings => ({
  archive_mode: 'on',
  archive_command: `cp %p ${archiveOf(dataDir)}/%f`,
})

type NewNode = { name: string; programs: Programs; password: string; settings: Settings }

/** Starts a node on existing data. */
export async function startNode(dataDir: string, node: NewNode): Promise<Node> {
  const { name, programs, password } = node
  const { directory, identity } = placeOf(dataDir, programs)
  const settings = (await knows(DECODERS, { identity, programs, directory }))
    ? { ...node.settings, ...DECODERS }
    : node.settings
  const connection = { port: await choosePort(undefined), password }
  const log = createLog('silent')
  const options = {
    cluster: { dataDir, directory, programs, identity, log },
    connection,
    settings,
    mayChangePort: false,
    systemIdentifier: await readSystemIdentifier(directory),
  }
  await stopLeftover(directory, log)
  const first = await launch({ ...options, signal: new AbortController().signal })
  await ensureDatabase(connection)
  const { stop } = supervise(first, options)
  return { name, dataDir, url: connectionUrl(connection), stop: () => stop() }
}

function placeOf(dataDir: string, programs: Programs) {
  const directory = clusterDirectory(dataDir)
  return { directory, identity: chooseIdentity({ dataDir, directory, programs }) }
}

/**
 * Initializes a data folder like the embedded PostgreSQL does, but with a locale that older
 * versions have too.
 */
async function initialize(dataDir: string, { programs, password }: NewNode): Promise<void> {
  await mkdir(archiveOf(dataDir), { recursive: true })
  const passwordFile = join(dataDir, 'password')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  await runAsOwner(dataDir, programs, programs.initdb, [
    ...['-D', clusterDirectory(dataDir), '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    ...[`--username=${ROLE}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
  ])
}

/** Runs a program as the owner of a node's files, and gives the files to that owner. */
export async function runAsOwner(
  dataDir: string,
  programs: Programs,
  program: string,
  args: string[],
): Promise<void> {
  const { identity } = placeOf(dataDir, programs)
  const owner = ownerFor(identity)
  if (owner !== undefined) {
    const names = await readdir(dataDir)
    for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
      await chown(path, owner.uid, owner.gid)
    }
  }
  await run(identity, program, args)
}

async function knows(
  settings: Readonly<Record<string, string>>,
  { identity, programs, directory }: { identity: Identity; programs: Programs; directory: string },
): Promise<boolean> {
  const asked = Object.keys(settings).map((name) =>
    run(identity, programs.postgres, ['-D', directory, '-C', name]),
  )
  return Promise.all(asked).then(
    () => true,
    () => false,
  )
}

async function run(identity: Identity, program: string, args: string[]): Promise<void> {
  const command = commandAs(identity, program, args)
  await promisify(execFile)(command.program, command.arguments, command.options)
}
