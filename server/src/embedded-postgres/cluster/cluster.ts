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

/** The database files of a data folder, with the programs and the user that run them. */
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
 * Ensures that a cluster exists which this identity may use and whose password is known. The
 * password is written before the cluster is created, so that no crash can separate them. If the
 * password file is lost, a new password is set.
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
 * Runs `initdb` in a temporary directory and renames the result when complete, so that a crash
 * never leaves a partial cluster under the real name. The temporary name is unique, because the
 * `initdb` of a killed run may still be writing to its own directory.
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
  // Sorts by code point, identically on every system, with upper and lower case for all of Unicode.
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

/** Removes what killed runs left behind. Removal that fails is retried at the next start. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * PostgreSQL refuses files owned by another user, and a directory that others can read, as after a
 * restore from a backup. The owner of the directory itself is changed last, so that it shows that
 * the change is complete.
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

/**
 * Sets the password in single-user mode, which needs no password and is open only to the owner of
 * the files.
 */
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
