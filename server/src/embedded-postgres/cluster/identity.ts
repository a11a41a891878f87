import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { parse } from 'node:path'
import { OperatorError } from '../../platform/program/operator-error.ts'
import { type Programs, USE_YOUR_OWN } from './programs.ts'

/**
 * The user that runs PostgreSQL, which refuses to run as root. As root, the process switches to
 * another user, or stays root and appears as an ordinary user inside a user namespace. A namespace
 * also works where other users have no access, such as under root's home directory. It also works
 * for a user id without a name, as which `initdb` cannot create a database.
 */
export type Identity =
  | { kind: 'self' }
  | ({ kind: 'user' } & Account)
  | ({ kind: 'namespace' } & Account)

type Account = { name: string; uid: number; gid: number }

/** Arguments for `spawn`. */
type Command = {
  program: string
  arguments: string[]
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

/**
 * The only environment that the programs get. The service's own environment is not passed on,
 * because it may hold keys.
 */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}
const PROBE_TIMEOUT_MS = 15_000
/** $1 is the data folder; $2 and $3 are the programs; $4 is empty when no user name is needed. */
const PROBE = `
  cd "$1" && "$2" --version && "$3" --version || exit 1
  [ -z "$4" ] || id -un || { echo "user id $(id -u) has no name in /etc/passwd" >&2; exit 1; }
`

/**
 * Returns the command that runs a program as `identity`. `unshare` without `--fork` replaces itself
 * by the program, so the pid is always the program's own and signals reach it directly.
 */
export function commandAs(identity: Identity, program: string, args: string[]): Command {
  // The current working directory is not used, because the other user may have no access to it.
  const options = { cwd: parse(program).root, env: ENVIRONMENT }
  switch (identity.kind) {
    case 'self':
      return { program, arguments: args, options }
    case 'user': {
      const { uid, gid } = identity
      return { program, arguments: args, options: { ...options, uid, gid } }
    }
    case 'namespace': {
      const map = [`--map-user=${identity.uid}`, `--map-group=${identity.gid}`]
      return { program: 'unshare', arguments: ['--user', ...map, program, ...args], options }
    }
  }
}

/**
 * Returns the required owner of the files for this identity; undefined leaves the owner unchanged.
 */
export function ownerFor(identity: Identity): { uid: number; gid: number } | undefined {
  switch (identity.kind) {
    case 'self':
      return undefined
    case 'user':
      return { uid: identity.uid, gid: identity.gid }
    case 'namespace':
      // Outside the namespace, the files belong to the current user.
      return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  }
}

/**
 * Returns the first identity with which the programs run and can access the data folder. Prefers
 * the owner of an existing cluster. Throws OperatorError when no identity works.
 */
export function chooseIdentity(place: Place): Identity {
  const refusals: string[] = []
  for (const identity of candidates(place)) {
    const problem = probe(identity, place)
    if (problem === undefined) return identity
    refusals.push(`${describeIdentity(identity)}: ${problem}`)
  }
  if (process.getuid?.() !== 0) {
    throw new OperatorError(
      `The bundled PostgreSQL does not run here (${refusals.join('; ')}). If that does not help, run ` +
        `"npm ci" to install it again, or ${USE_YOUR_OWN}.`,
    )
  }
  throw new OperatorError(
    `PostgreSQL refuses to run as root, and no other way works here (${refusals.join('; ')}). ` +
      `Run Piecework as a normal user, or ${USE_YOUR_OWN}.`,
  )
}

export function describeIdentity(identity: Identity): string {
  if (identity.kind === 'self') return 'this user'
  return identity.kind === 'namespace' ? 'a user namespace' : `user ${identity.name}`
}

type Place = { dataDir: string; directory: string; programs: Programs }

function candidates({ directory, programs }: Place): Identity[] {
  const cluster = statSync(directory, { throwIfNoEntry: false })
  const accounts = namedAccounts()
  // Prefers an account that does not also represent ids without a name.
  const inside = accounts.find(({ name }) => name !== 'nobody') ?? accounts[0]
  const namespaces: Identity[] = inside === undefined ? [] : [{ kind: 'namespace', ...inside }]
  const uid = process.getuid?.()
  if (uid !== 0) {
    if (uid !== undefined && cluster !== undefined && cluster.uid !== uid) {
      throw new OperatorError(
        `${directory} belongs to user id ${cluster.uid}, and PostgreSQL runs only as the owner of ` +
          'its data. Run Piecework as that user, or make it yours with chown -R.',
      )
    }
    return [{ kind: 'self' }, ...namespaces]
  }
  const users: Identity[] = [
    ...['postgres', 'nobody'].flatMap((wanted) =>
      accounts
        .filter(({ name }) => name === wanted)
        .map((account) => ({ kind: 'user', ...account }) as const),
    ),
    // The owner of the checkout, when root runs it through sudo: that user can access the programs.
    ...ownerOf(statSync(programs.postgres)),
  ]
  if (cluster === undefined) return [...users, ...namespaces]
  if (cluster.uid === 0) return [...namespaces, ...users]
  return [...ownerOf(cluster), ...users, ...namespaces]
}

function ownerOf({ uid, gid }: Stats): Identity[] {
  return uid === 0 ? [] : [{ kind: 'user', name: `id ${uid}`, uid, gid }]
}

/** Returns all accounts except root. */
function namedAccounts(): Account[] {
  if (!existsSync('/etc/passwd')) return []
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
}

/** Returns why this identity does not work; undefined when it does. */
function probe(identity: Identity, { dataDir, directory, programs }: Place): string | undefined {
  const { initdb, postgres } = programs
  const needsName = existsSync(directory) ? '' : 'yes'
  const command =
    process.platform === 'win32'
      ? commandAs(identity, postgres, ['--version'])
      : commandAs(identity, '/bin/sh', [
          ...['-c', PROBE, 'probe'],
          ...[dataDir, initdb, postgres, needsName],
        ])
  const result = spawnSync(command.program, command.arguments, {
    ...command.options,
    encoding: 'utf8',
    timeout: PROBE_TIMEOUT_MS,
  })
  if (result.status === 0) return undefined
  return result.error?.message ?? (result.stderr.trim() || `it ended with ${result.status}`)
}
