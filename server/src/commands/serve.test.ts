import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cleanUpOnExit } from '../../test/support/clean-up-on-exit.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { programEnv } from '../../test/support/program-env.ts'
import { isServerOf, readPidFile } from '../embedded-postgres/server/pid-file.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const CLI = join(import.meta.dirname, '../cli.ts')

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-serve-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function spawnCli(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: programEnv({ PORT: '0', LOG_LEVEL: 'error', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  if (env.DATA_DIR) cleanUpOnExit({ dataDir: env.DATA_DIR })
  const output = text(child.stdout)
  const errors = text(child.stderr)
  return { child, ended: endOf(child), output, errors }
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit')
  return code
}

const started = (child: ChildProcess, words: string) =>
  new Promise<void>((resolve) => {
    let seen = ''
    child.stdout?.on('data', (chunk) => {
      seen += chunk
      if (seen.includes(words)) resolve()
    })
  })

async function hasServer(dataDir: string): Promise<boolean> {
  const directory = join(dataDir, 'postgres')
  const pid = (await readPidFile(directory))?.pid
  return pid !== undefined && isServerOf(pid, directory)
}

test.each([
  ['as soon as it has the lock', 'piecework.lock', 0],
  ['while it creates the database', 'postgres', 300],
  ['while PostgreSQL starts', 'postgres/postmaster.pid', 0],
])('a service that is told to stop %s leaves nothing behind', async (moment, file, afterMs) => {
  const dataDir = join(folder, moment.replaceAll(' ', '-'))
  const { child, ended } = spawnCli(['serve'], { DATA_DIR: dataDir })
  await vi.waitFor(() => expect(existsSync(join(dataDir, file))).toBe(true), {
    timeout: 100_000,
    interval: 5,
  })
  await sleep(afterMs)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(existsSync(join(dataDir, 'piecework.lock'))).toBe(false)
  expect(await hasServer(dataDir)).toBe(false)
})

const RECORD = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1200,
  outputTokens: 350,
}

/** Starts the service on `dataDir`; `key` is known at the first start alone. */
async function serving(dataDir: string, env: Record<string, string>) {
  const program = spawnCli(['serve'], { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env })
  let [output, log] = ['', '']
  program.child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  program.child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  const place = /API +(http\S+)\/v1$/m
  await vi.waitFor(() => expect(output).toMatch(place), { timeout: 100_000, interval: 20 })
  const url = place.exec(output)?.[1] ?? ''
  const key = /secret +(\S+)/.exec(output)?.[1] ?? ''
  const record = async (secret: string, idempotencyKey: string) => {
    const response = await fetch(`${url}/v1/usage/record`, {
      method: 'POST',
      headers: { 'x-api-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify({ records: [{ ...RECORD, idempotencyKey }] }),
    })
    return { status: response.status, body: await response.text() }
  }
  const isReady = async () => (await fetch(`${url}/readyz`)).status
  return { ...program, url, key, record, isReady, log: () => log }
}

test('a service that is told to stop with a SHUTDOWN_DELAY is not ready at once, and records until it is killed or told again', async () => {
  const dataDir = join(folder, 'delay')
  const DELAY = { SHUTDOWN_DELAY: '3600' }
  const first = await serving(dataDir, DELAY)
  const { key } = first
  const stored = { status: 200, body: expect.stringContaining('"stored":true') }
  expect(await first.isReady()).toBe(200)
  first.child.kill('SIGTERM')
  await vi.waitFor(async () => expect(await first.isReady()).toBe(503), PATIENCE)
  expect(await first.record(key, 'one')).toEqual(stored)
  first.child.kill('SIGKILL')
  await first.ended

  const second = await serving(dataDir, DELAY)
  // Usage recorded during the delay is on disk: the same key is reported as a duplicate.
  const repeated = { status: 200, body: expect.stringMatching(/duplicate/i) }
  expect(await second.record(key, 'one')).toEqual(repeated)
  second.child.kill('SIGTERM')
  await vi.waitFor(async () => expect(await second.isReady()).toBe(503), PATIENCE)
  expect(await second.record(key, 'two')).toEqual(stored)
  // A signal within two seconds of the first counts as the same request.
  await vi.waitFor(() => {
    if (!second.log().includes('second stop signal')) second.child.kill('SIGTERM')
    expect(second.log()).toContain('second stop signal')
  }, PATIENCE)
  expect(await second.ended).toBe(0)
  expect(existsSync(join(dataDir, 'piecework.lock'))).toBe(false)
  expect(await hasServer(dataDir)).toBe(false)
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8').trimEnd()
  expect(log.split('\n').at(-1)).toContain('database system is shut down')
})

test('a start that fails says why, and leaves neither the lock nor PostgreSQL behind', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const dataDir = join(folder, 'delay')
  const { ended, errors } = spawnCli(['serve'], { DATA_DIR: dataDir, PORT: port })
  expect(await ended).toBe(1)
  taken.close()
  expect(await errors).toContain(`Port ${port} on 127.0.0.1 is taken`)
  expect(existsSync(join(dataDir, 'piecework.lock'))).toBe(false)
  expect(await hasServer(dataDir)).toBe(false)
})

test('after its SHUTDOWN_DELAY it ends automatically', async () => {
  const { child, ended } = spawnCli(['serve', '--role', 'api'], {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'delay-alone'),
    SHUTDOWN_DELAY: '1',
  })
  await started(child, 'Piecework is running')
  const toldAt = performance.now()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(performance.now() - toldAt).toBeGreaterThan(900)
})

test('a worker reports that it runs, and stops on a signal', async () => {
  const { child, ended } = spawnCli(['serve', '--role', 'worker'], { DATABASE_URL: database.url })
  await started(child, 'worker is running')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})
