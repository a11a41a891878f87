import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { cleanUpOnExit } from '../../test/support/clean-up-on-exit.ts'
import { clusterDirectory } from './cluster/cluster.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Log } from './log.ts'
import { isServerOf, readPidFile } from './server/pid-file.ts'
import type { Settings } from './server/settings.ts'
import { signalProcess } from './server/stop-process.ts'

/** Small and fast: these tests kill processes, not machines, so `fsync` is not needed. */
export const QUICK: Settings = { shared_buffers: '16MB', fsync: 'off' }

/**
 * Creates a data folder. It is removed after the test, together with a server that still runs on
 * it.
 */
export async function temporaryFolder(mode = 0o700): Promise<string> {
  const folder = await newFolder(mode)
  onTestFinished(() => remove(folder))
  return folder
}

let existing: Promise<string> | undefined

/**
 * Returns a data folder that has been initialized. Creating a database takes most of a test's time,
 * so the tests of a file share one folder; each leaves it stopped.
 */
export function existingFolder(): Promise<string> {
  existing ??= newFolder(0o700).then(async (dataDir) => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    await (await startEmbeddedPostgres({ dataDir, log, settings: QUICK })).stop()
    return dataDir
  })
  return existing
}

afterAll(async () => {
  if (existing !== undefined) await remove(await existing)
})

async function newFolder(mode: number): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'piecework-test-')))
  cleanUpOnExit({ folder })
  await chmod(folder, mode)
  return folder
}

async function remove(folder: string): Promise<void> {
  const pid = await serverPid(folder)
  if (pid !== undefined) signalProcess(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** Starts a server on this folder and collects its log messages. It stops after the test. */
export async function start(dataDir: string, settings: Settings = {}) {
  cleanUpOnExit({ dataDir })
  const messages: string[] = []
  const note = (_fields: object, message: string) => messages.push(message)
  const log: Log = { info: note, warn: note, error: note }
  const database = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: { ...QUICK, ...settings },
  })
  onTestFinished(() => database.stop())
  return { ...database, messages }
}

/** Returns the first column of the first row. */
export async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** Polls `check` until it returns a value. */
export async function until<T>(check: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const deadline = Date.now() + 100_000; Date.now() < deadline; ) {
    const value = await check()
    if (value !== undefined) return value
    await delay(20)
  }
  throw new Error(`It never came: ${check}`)
}

/** Returns the pid of the server on this folder; undefined when none runs. */
export async function serverPid(dataDir: string): Promise<number | undefined> {
  const directory = clusterDirectory(await realpath(dataDir))
  const pid = (await readPidFile(directory))?.pid
  return pid !== undefined && isServerOf(pid, directory) ? pid : undefined
}

const OWNER = `
  const [module, dataDir, settings] = process.argv.slice(1)
  const { startEmbeddedPostgres } = await import(module)
  const write = (_fields, message) => console.error(message)
  const log = { info: write, warn: write, error: write }
  process.on('SIGTERM', () => process.exit())
  const { url } = await startEmbeddedPostgres({ dataDir, log, settings: JSON.parse(settings) })
  console.log(url)
`

/** Spawns a process that runs a database on this folder, to be killed by the test. */
export function spawnOwner(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', OWNER, module, dataDir, JSON.stringify(QUICK)],
    { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onTestFinished(() => kill(child, 'SIGKILL'))
  cleanUpOnExit({ dataDir }, ...(child.pid ? [{ pid: child.pid }] : []))
  const text = { output: '', errors: '' }
  child.stdout.on('data', (chunk) => {
    text.output += chunk
  })
  child.stderr.on('data', (chunk) => {
    text.errors += chunk
  })
  /** Waits until the server runs and returns its URL. */
  const url = () =>
    until(() => {
      if (child.exitCode !== null) throw new Error(text.errors)
      return text.output.includes('\n') ? text.output.trim() : undefined
    })
  return { child, text, url }
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
