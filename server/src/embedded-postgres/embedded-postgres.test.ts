import { spawn } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { cleanUpOnExit } from '../../test/support/clean-up-on-exit.ts'
import { findRunningPostgres } from './embedded-postgres.ts'
import {
  ask,
  existingFolder,
  kill,
  serverPid,
  spawnOwner,
  start,
  temporaryFolder,
  until,
} from './test-support.ts'

test('creates the database at the first start and keeps data, url and password after it', async () => {
  const dataDir = join(await temporaryFolder(), 'new', 'data')
  const first = await start(dataDir)
  await ask(first.url, "create table kept as select 'yes' as answer")
  await first.stop()
  const second = await start(dataDir)
  expect(second.url).toBe(first.url)
  expect(await ask(second.url, 'select answer from kept')).toBe('yes')
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('ready to accept')
})

test('is durable, in UTC, in UTF-8 with the case of all letters, and lets settings be changed', async () => {
  const { url } = await start(await existingFolder(), { fsync: 'on', work_mem: '5MB' })
  const show = (name: string) => ask(url, `show ${name}`)
  expect(await show('fsync')).toBe('on')
  expect(await show('synchronous_commit')).toBe('on')
  expect(await show('full_page_writes')).toBe('on')
  expect(await show('data_checksums')).toBe('on')
  expect(await show('wal_compression')).toBe('pglz')
  expect(await show('timezone')).toBe('UTC')
  expect(await show('log_timezone')).toBe('UTC')
  expect(await show('work_mem')).toBe('5MB')
  expect(await show('shared_buffers')).toBe('16MB')
  expect(await show('server_encoding')).toBe('UTF8')
  expect(await ask(url, "select 'ZÜRICH' ilike 'zürich'")).toBe(true)
})

test('listens on 127.0.0.1 only and asks for the password', async () => {
  const { url } = await start(await existingFolder(), { listen_addresses: '*' })
  expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')
  expect(await ask(url, 'show unix_socket_directories')).toBe('')
  expect(await ask(url, 'show password_encryption')).toBe('scram-sha-256')
  const stranger = new URL(url)
  stranger.password = 'guess'
  await expect(ask(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('is found by another command while it runs, and not after', async () => {
  const dataDir = await existingFolder()
  expect(await findRunningPostgres(join(dataDir, 'absent'))).toBeUndefined()
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
  const database = await start(dataDir)
  expect(await findRunningPostgres(dataDir)).toEqual({ url: database.url })
  await database.stop()
  await database.stop()
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
})

test('restarts a killed server, so that a pool continues', async () => {
  const dataDir = await existingFolder()
  const { url, messages } = await start(dataDir)
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  await pool.query('create table kept_by_restart (id int)')
  await pool.query('insert into kept_by_restart values (1)')
  const killed = (await serverPid(dataDir)) ?? 0
  process.kill(killed, 'SIGKILL')
  await until(async () => ((await serverPid(dataDir)) ?? killed) !== killed || undefined)
  const result = await until(() =>
    pool.query('select id from kept_by_restart').catch(() => undefined),
  )
  expect(result.rowCount).toBe(1)
  expect(messages).toContain('PostgreSQL exited unexpectedly: restarting it')
})

test('leaves no server behind when stopped in the middle of starting again', async () => {
  const dataDir = await existingFolder()
  const { stop } = await start(dataDir)
  const killed = (await serverPid(dataDir)) ?? 0
  process.kill(killed, 'SIGKILL')
  await until(async () => ((await serverPid(dataDir)) ?? killed) !== killed || undefined)
  await stop()
  expect(await serverPid(dataDir)).toBeUndefined()
})

test('replaces the server that a killed owner left behind', async () => {
  const dataDir = await existingFolder()
  const owner = spawnOwner(dataDir)
  await ask(await owner.url(), 'create table kept_by_leftover (id int)')
  const leftover = await serverPid(dataDir)
  expect(leftover).toBeDefined()
  await kill(owner.child, 'SIGKILL')
  expect(await serverPid(dataDir)).toBe(leftover)
  const { url } = await start(dataDir)
  expect(await serverPid(dataDir)).not.toBe(leftover)
  expect(await ask(url, 'select count(*)::int from kept_by_leftover')).toBe(0)
})

test('leaves alone the server of another process that created the deleted data folder again', async () => {
  const dataDir = await temporaryFolder()
  const first = spawnOwner(dataDir)
  await first.url()
  const firstServer = (await serverPid(dataDir)) ?? 0
  await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 50 })
  const second = spawnOwner(dataDir)
  await ask(await second.url(), 'create table kept (id int)')
  const secondServer = await serverPid(dataDir)
  // A server ends itself within a minute when it finds the pid of another server in its folder.
  process.kill(firstServer, 'SIGQUIT')
  await until(() => first.text.errors.includes('PostgreSQL does not start') || undefined)
  expect(await serverPid(dataDir)).toBe(secondServer)
  await kill(first.child, 'SIGTERM')
  expect(await serverPid(dataDir)).toBe(secondServer)
  expect(await ask(await second.url(), 'select count(*)::int from kept')).toBe(0)
  expect(second.text.errors).not.toContain('PostgreSQL exited unexpectedly')
})

test('ends with an owner that exits without stopping it', async () => {
  const dataDir = await existingFolder()
  const owner = spawnOwner(dataDir)
  await owner.url()
  await kill(owner.child, 'SIGTERM')
  await until(async () => (await serverPid(dataDir)) === undefined || undefined)
})

test('does not take another program for a server because of a stale pid file', async () => {
  const dataDir = await existingFolder()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const first = await start(dataDir)
  await copyFile(pidFile, join(dataDir, 'copy'))
  await first.stop()
  const other = spawn('sleep', ['600'])
  onTestFinished(() => kill(other, 'SIGKILL'))
  if (other.pid) cleanUpOnExit({ pid: other.pid })
  const [, ...rest] = (await readFile(join(dataDir, 'copy'), 'utf8')).split('\n')
  await writeFile(pidFile, [other.pid, ...rest].join('\n'))
  const second = await start(dataDir)
  expect(await ask(second.url, 'select 1')).toBe(1)
  expect(other.exitCode).toBeNull()
  expect(other.signalCode).toBeNull()
})

test('moves to another port when the old one is taken', async () => {
  const dataDir = await existingFolder()
  const first = await start(dataDir)
  await first.stop()
  const squatter = createServer()
  onTestFinished(() => void squatter.close())
  const port = Number(new URL(first.url).port)
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
  const second = await start(dataDir)
  expect(new URL(second.url).port).not.toBe(String(port))
  expect(await ask(second.url, 'select 1')).toBe(1)
  expect(await findRunningPostgres(dataDir)).toEqual({ url: second.url })
})

test('starts over when the creation of the database was killed half-way', async () => {
  const dataDir = await temporaryFolder()
  const unfinished = async () =>
    (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))
  const owner = spawnOwner(dataDir)
  await until(async () => {
    const [name] = await unfinished()
    if (name === undefined) return undefined
    return await stat(join(dataDir, name, 'data', 'pg_wal')).catch(() => undefined)
  })
  await kill(owner.child, 'SIGKILL')
  expect(await unfinished()).toHaveLength(1)
  const { url, stop } = await start(dataDir)
  expect(await ask(url, 'select 1')).toBe(1)
  await stop()
  await start(dataDir)
  expect(await unfinished()).toHaveLength(0)
})

test('sets a new password when the old one was lost', async () => {
  const dataDir = await existingFolder()
  const first = await start(dataDir)
  await ask(first.url, 'create table kept_without_file (id int)')
  await first.stop()
  await rm(join(dataDir, 'postgres.json'))
  const second = await start(dataDir)
  expect(new URL(second.url).password).not.toBe(new URL(first.url).password)
  expect(await ask(second.url, 'select count(*)::int from kept_without_file')).toBe(0)
})

test('explains what to do when the password is that of another database', async () => {
  const dataDir = await existingFolder()
  const file = join(dataDir, 'postgres.json')
  const right = await readFile(file, 'utf8')
  onTestFinished(() => writeFile(file, right))
  await writeFile(file, '{"port":20000,"password":"other"}')
  await expect(start(dataDir)).rejects.toThrow('Delete postgres.json')
})

test("gives PostgreSQL's own words when it does not start", async () => {
  const dataDir = await existingFolder()
  await expect(start(dataDir, { shared_buffers: 'plenty' })).rejects.toThrow(
    /did not start \(exit code 1\):\n.*invalid value for parameter "shared_buffers": "plenty"/s,
  )
})

test('touches no files that are not a database', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'diary'), 'mine')
  await expect(start(dataDir)).rejects.toThrow('holds files but no PostgreSQL database')
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['diary'])
})

test('waits for other clients in a smart stop, until a plain stop', async () => {
  const dataDir = await existingFolder()
  const { url, stop } = await start(dataDir)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  let hasStopped = false
  const smartStop = stop({ smart: true }).then(() => {
    hasStopped = true
  })
  await until(() =>
    ask(url, 'select 1').then(
      () => undefined,
      () => true,
    ),
  )
  expect((await client.query('select 1')).rowCount).toBe(1)
  expect(hasStopped).toBe(false)
  await stop()
  await smartStop
  expect(await serverPid(dataDir)).toBeUndefined()
})

test.runIf(process.platform === 'linux')(
  'is out of reach of the Ctrl-C of a terminal',
  async () => {
    const dataDir = await existingFolder()
    await start(dataDir)
    const group = async (pid: number | string) =>
      (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2]
    const pid = (await serverPid(dataDir)) ?? 0
    expect(await group(pid)).toBe(String(pid))
    expect(await group('self')).not.toBe(String(pid))
  },
)

test('files of another major version are not changed, and one sentence says what to do', async () => {
  const dataDir = await temporaryFolder()
  const directory = join(dataDir, 'postgres')
  await mkdir(directory)
  await writeFile(join(directory, 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    /is from PostgreSQL 17, but this version of Piecework includes PostgreSQL 18\. .*backup FILE.*restore FILE/,
  )
  expect(await readdir(directory)).toEqual(['PG_VERSION'])
})
