import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { cleanUpOnExit } from '../../test/support/clean-up-on-exit.ts'
import { acquireDataLock, type LockOwner } from './data-lock.ts'

const MODULE = new URL('./data-lock.ts', import.meta.url)
const NOBODY = { uid: 65_534, gid: 65_534 }
/** True only for root, in a checkout that other users can read. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [fileURLToPath(MODULE)], { ...NOBODY, cwd: '/' }).status === 0

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'piecework-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const OWNER = `
  const [module, dataDir] = process.argv.slice(1)
  const { acquireDataLock } = await import(module)
  process.stdin.once('data', async () => {
    try {
      await acquireDataLock(dataDir, { command: 'contender', url: 'http://127.0.0.1:8080' })
      console.log('won')
      setInterval(() => undefined, 1000)
    } catch (error) {
      console.log(error.message)
      process.exit()
    }
  })
  console.log('at the line')
`

/** Spawns a process that waits for a command to take the lock, and keeps it until killed. */
async function contender(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', OWNER, MODULE.href, dataDir],
    {
      ...user,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(kill)
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  await once(child.stdout, 'data')
  const go = async () => {
    child.stdin.write('go\n')
    const [answer] = await once(child.stdout, 'data')
    return String(answer).trim()
  }
  return { pid: child.pid, go, kill }
}

const lockIn = (dataDir: string) => join(dataDir, 'piecework.lock')

async function ownerOf(dataDir: string): Promise<LockOwner> {
  return JSON.parse(await readFile(lockIn(dataDir), 'utf8'))
}

async function rewriteLock(dataDir: string, change: Partial<LockOwner>, touchedAt = new Date()) {
  const path = lockIn(dataDir)
  await writeFile(path, JSON.stringify({ ...(await ownerOf(dataDir)), ...change }))
  await utimes(path, touchedAt, touchedAt)
}

test('refuses a second owner and says who runs there and what to do', async () => {
  const dataDir = await temporaryFolder()
  const first = await contender(dataDir)
  expect(await first.go()).toBe('won')
  await expect(acquireDataLock(dataDir, { command: 'start' })).rejects.toThrow(
    new RegExp(
      `^Piecework is already running on this data folder: pid ${first.pid} \\(contender\\), ` +
        'http://127\\.0\\.0\\.1:8080, started 20.+Z\\. ' +
        'Stop it, or set DATA_DIR to another folder\\.$',
    ),
  )
})

test('is free again after release, and says who holds it until then', async () => {
  const dataDir = join(await temporaryFolder(), 'new')
  const lock = await acquireDataLock(dataDir, { command: 'start' })
  expect(await ownerOf(dataDir)).toMatchObject({ pid: process.pid, command: 'start' })
  await lock.update({ url: 'http://127.0.0.1:8080' })
  expect(await ownerOf(dataDir)).toMatchObject({ url: 'http://127.0.0.1:8080' })
  await lock.release()
  expect(await readdir(dataDir)).toEqual([])
  await (await acquireDataLock(dataDir, { command: 'start' })).release()
})

test.runIf(canBeNobody)('says so when it may not write to the folder', async () => {
  const dataDir = await temporaryFolder()
  const stranger = await contender(dataDir, NOBODY)
  expect(await stranger.go()).toMatch(
    /^Cannot write to the data folder .*permission denied.*set DATA_DIR to another one/,
  )
})

test('takes over from an owner that was killed', async () => {
  const dataDir = await temporaryFolder()
  const killed = await contender(dataDir)
  expect(await killed.go()).toBe('won')
  await killed.kill()
  const lock = await acquireDataLock(dataDir, { command: 'start' })
  expect(await ownerOf(dataDir)).toMatchObject({ pid: process.pid })
  await lock.release()
})

test.runIf(process.platform === 'linux')(
  'is not fooled by another process with its pid',
  async () => {
    const dataDir = await temporaryFolder()
    const abandoned = await acquireDataLock(dataDir, { command: 'start' })
    await rewriteLock(dataDir, { processStart: '1' })
    const lock = await acquireDataLock(dataDir, { command: 'start' })
    await abandoned.release()
    await lock.release()
  },
)

test('takes over a file that a crash of the machine left empty', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'piecework.lock'), '')
  const lock = await acquireDataLock(dataDir, { command: 'start' })
  await lock.release()
})

test('gives the lock to exactly one of many, whatever file existed before', async () => {
  for (const before of ['nothing', 'the file of a killed owner', 'a takeover that was killed']) {
    const dataDir = await temporaryFolder()
    if (before !== 'nothing') {
      const killed = await contender(dataDir)
      await killed.go()
      await killed.kill()
    }
    if (before === 'a takeover that was killed') {
      const text = await readFile(join(dataDir, 'piecework.lock'), 'utf8')
      await writeFile(join(dataDir, 'piecework.lock.takeover'), text)
    }
    const contenders = await Promise.all([1, 2, 3, 4, 5].map(() => contender(dataDir)))
    const answers = await Promise.all(contenders.map(({ go }) => go()))
    expect(
      answers.filter((answer) => answer === 'won'),
      before,
    ).toHaveLength(1)
    const refused = answers.filter((answer) => answer.startsWith('Piecework is already running'))
    expect(refused, before).toHaveLength(4)
    expect(await readdir(dataDir), before).toEqual(['piecework.lock'])
  }
})

test('holds within one process too', async () => {
  const dataDir = await temporaryFolder()
  const attempts = [1, 2, 3, 4].map(() => acquireDataLock(dataDir, { command: 'start' }))
  const results = await Promise.allSettled(attempts)
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(won).toHaveLength(1)
  await Promise.all(won.map((lock) => lock.release()))
})

test('respects an owner in another container for as long as it shows life', async () => {
  const dataDir = await temporaryFolder()
  const owner = await acquireDataLock(dataDir, { command: 'start' })
  // Its heartbeat continues; only the file now names another machine.
  await rewriteLock(dataDir, { machine: 'elsewhere', pid: 1 })
  await expect(acquireDataLock(dataDir, { command: 'start' })).rejects.toThrow(
    'pid 1 in another container or on another host',
  )
  await owner.release()
  await rewriteLock(dataDir, {}, new Date(Date.now() - 120_000))
  const lock = await acquireDataLock(dataDir, { command: 'start' })
  await lock.release()
})

test('a copy of a folder is free, although the owner of the original lives', async () => {
  const dataDir = await temporaryFolder()
  const first = await contender(dataDir)
  expect(await first.go()).toBe('won')
  const copy = await temporaryFolder()
  await copyFile(join(dataDir, 'piecework.lock'), join(copy, 'piecework.lock'))
  const lock = await acquireDataLock(copy, { command: 'start' })
  await lock.release()
  await expect(acquireDataLock(dataDir, { command: 'start' })).rejects.toThrow(/already running/)
})
