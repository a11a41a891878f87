import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, lchown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../platform/program/operator-error.ts'
import type { Log } from '../log.ts'
import {
  type Connection,
  newPassword,
  ROLE,
  readConnection,
  writeConnection,
} from './connection-file.ts'
import { commandAs, describeIdentity, type Identity, ownerFor } from './identity.ts'
import { bundledMajor, refuseOtherMajor } from './major-version.ts'
import { choosePort } from './ports.ts'
import type { Programs } from './programs.ts'

/** The database files of a data folder, and what is needed to work on them. */
export type Cluster = {
  dataDir: string
  /** PostgreSQL's own directory inside the data folder. */
  directory: string
  programs: Programs
  identity: Identity
  log: Log
}

const UNFINISHED = 'postgres.new-'

export function clusterDirectory(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/**
 * Makes sure that there is a cluster which this identity may use and whose password we know. The
 * password is on disk before the cluster is, so that no crash can separate them; should the file
 * have been lost, a new one is set.
 */
export async function prepareCluster(cluster: Cluster): Promise<Connection> {
  const known = await readConnection(cluster.dataDir)
  const port = await choosePort(known?.port)
  const connection = { port, password: known?.password ?? newPassword() }
  await removeUnfinished(cluster.dataDir)
  const major = await bundledMajor(cluster.programs)
  if (await exists(join(cluster.directory, 'PG_VERSION'))) {
    await refuseOtherMajor(cluster, major)
    await takeOwnership(cluster)
    if (known === undefined) await resetPassword(cluster, connection.password)
    await writeConnection(cluster.dataDir, connection)
  } else {
    await writeConnection(cluster.dataDir, connection)
    await initialize(cluster, connection.password)
  }
  return connection
}

/**
 * `initdb` works in a directory of its own, which is renamed when complete: the real name never
 * holds half a cluster, whenever the power goes. The name is new each time, because the `initdb`
 * of a killed run may still be writing to the old one.
 */
async function initialize(cluster: Cluster, password: string): Promise<void> {
  const { dataDir, directory, identity, log } = cluster
  await refuseForeignFiles(directory)
  log.info({ directory, as: describeIdentity(identity) }, 'creating the embedded database')
  const workshop = join(dataDir, `${UNFINISHED}${randomBytes(6).toString('hex')}`)
  const passwordFile = join(workshop, 'password')
  const owner = ownerFor(identity)
  await mkdir(workshop, { mode: 0o700 })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (owner !== undefined) {
    await chown(passwordFile, owner.uid, owner.gid)
    await chown(workshop, owner.uid, owner.gid)
  }
  const created = join(workshop, 'data')
  // Code point order, equal on every system, but upper and lower case of all of Unicode.
  await run(cluster, cluster.programs.initdb, [
    ...['-D', created, '--data-checksums', '--encoding=UTF8', '--locale=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...[`--username=${ROLE}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
  ])
  await rename(created, directory)
  await rm(workshop, { recursive: true, force: true })
}

async function refuseForeignFiles(directory: string): Promise<void> {
  const names = (await exists(directory)) ? await readdir(directory) : []
  if (names.length === 0) return
  throw new OperatorError(
    `${directory} holds files but no PostgreSQL database. Move them away, or set DATA_DIR to ` +
      'another folder.',
  )
}

/** What killed runs left. Whatever cannot be removed yet is tried again at the next start. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * PostgreSQL refuses files of somebody else, and a directory that others can read (as after a
 * restore from a backup). The directory itself comes last: its owner tells that all is done.
 */
async function takeOwnership({ directory, identity, log }: Cluster): Promise<void> {
  const current = await stat(directory)
  if ((current.mode & 0o077) !== 0) await chmod(directory, 0o700)
  const owner = ownerFor(identity)
  if (owner === undefined || owner.uid === current.uid) return
  log.warn(
    { directory, as: describeIdentity(identity) },
    'changing the owner of the database files',
  )
  for (const name of await readdir(directory, { recursive: true })) {
    await lchown(join(directory, name), owner.uid, owner.gid)
  }
  await chown(directory, owner.uid, owner.gid)
}

/** In single-user mode, the one way in without a password, open only to the owner of the files. */
async function resetPassword(cluster: Cluster, password: string): Promise<void> {
  const { directory, programs, log } = cluster
  log.warn({ directory }, 'postgres.json is missing: setting a new database password')
  const statement = `alter role ${ROLE} password '${password}'\n`
  await run(cluster, programs.postgres, ['--single', '-D', directory, 'postgres'], statement)
}

async function run(
  { identity }: Cluster,
  program: string,
  args: string[],
  input = '',
): Promise<void> {
  const command = commandAs(identity, program, args)
  const child = spawn(command.program, command.arguments, command.options)
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  child.stdin.on('error', () => undefined) // it ended before reading: its exit code says why
  child.stdin.end(input)
  const ending = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(String(code ?? signal)))
  })
  if (ending === '0') return
  const text = Buffer.concat(output).toString('utf8').trim()
  throw new Error(`${program} failed (${ending}):\n${text}`)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
