import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cleanUpOnExit } from '../../test/support/clean-up-on-exit.ts'
import { isServerOf, readPidFile } from '../embedded-postgres/server/pid-file.ts'

/** Starts the service as the README does, with the real npm. */
const ROOT = join(import.meta.dirname, '../../..')
const PATIENCE = { timeout: 180_000, interval: 20 }

let folder: string
let dataDir: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-stop-'))
  dataDir = join(folder, 'data')
  cleanUpOnExit({ dataDir }, { folder })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

function start(program: string, args: string[]) {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(program, args, {
    cwd: ROOT,
    // Its own process group, as a terminal gives to each command.
    detached: true,
    env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return { child, ended: once(child, 'exit'), output: () => output }
}

async function running(program: string, args: string[]) {
  const started = start(program, args)
  await vi.waitFor(() => expect(started.output()).toContain('Piecework is running'), PATIENCE)
  return started
}

/** Asserts that nothing is left behind when npm, or the container, has ended. */
async function expectNothingLeft() {
  expect(existsSync(join(dataDir, 'piecework.lock'))).toBe(false)
  const directory = join(dataDir, 'postgres')
  const pid = (await readPidFile(directory))?.pid
  expect(pid !== undefined && isServerOf(pid, directory)).toBe(false)
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8').trimEnd()
  expect(log.split('\n').at(-1)).toContain('database system is shut down')
}

const isLinux = process.platform === 'linux'

/** Returns the pids of a process and all its descendants, including the sessions of PostgreSQL. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const parent = /^\d+$/.test(name) && parentOf(name)
    return parent ? [{ pid: Number(name), parent }] : []
  })
  const family = [pid]
  for (const member of family) {
    family.push(...parents.filter(({ parent }) => parent === member).map((one) => one.pid))
  }
  return family
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/**
 * Signals the processes. Processes that have already ended, such as workers of PostgreSQL, are
 * skipped.
 */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

type Send = (child: ChildProcess & { pid: number }) => void
const WAYS: [string, Send][] = [
  ['SIGTERM to npm alone', ({ pid }) => process.kill(pid, 'SIGTERM')],
  ['SIGTERM to the whole group', ({ pid }) => process.kill(-pid, 'SIGTERM')],
  ['Ctrl-C, which the whole group gets', ({ pid }) => process.kill(-pid, 'SIGINT')],
  // The default of systemd.
  ...(isLinux
    ? ([['SIGTERM to each process', ({ pid }) => signalAll(familyOf(pid), 'SIGTERM')]] satisfies [
        string,
        Send,
      ][])
    : []),
]

test.each(WAYS)(
  '%s stops `npm start` with all that it has started',
  async (_way, send) => {
    const { child, ended } = await running('npm', ['start'])
    if (!hasPid(child)) throw new Error('npm was not started')
    send(child)
    await ended
    await expectNothingLeft()
  },
  300_000,
)

function hasPid(child: ChildProcess): child is ChildProcess & { pid: number } {
  return child.pid !== undefined
}

const NEW_PIDS = ['--pid', '--fork', '--mount-proc', '--kill-child']
const canContain = isLinux && spawnSync('unshare', [...NEW_PIDS, 'true']).status === 0

test.runIf(canContain).each([
  ['npm start', ['npm', 'start']],
  ['the command of the image', [process.execPath, 'server/src/cli.ts', 'serve']],
])(
  'as the first process of a container, %s stops by SIGTERM before all is killed',
  async (_name, command) => {
    const { child, ended } = await running('unshare', [...NEW_PIDS, ...command])
    if (!hasPid(child)) throw new Error('unshare was not started')
    const [, first] = familyOf(child.pid)
    process.kill(first ?? 0, 'SIGTERM')
    await ended
    await expectNothingLeft()
  },
  300_000,
)

test('another command that is told to stop while it starts PostgreSQL stops it too', async () => {
  const { child, ended } = start('npm', ['run', '-s', 'piecework', '--', 'keys', 'list'])
  const directory = join(dataDir, 'postgres')
  const pidOfServer = async () => (await readPidFile(directory))?.pid
  await vi.waitFor(async () => expect(await pidOfServer()).toBeDefined(), PATIENCE)
  const pid = (await pidOfServer()) ?? 0
  child.kill('SIGTERM')
  await ended
  await vi.waitFor(() => expect(isServerOf(pid, directory)).toBe(false), PATIENCE)
}, 300_000)
