import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUpOnExit } from '../../test/support/clean-up-on-exit.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { programEnv } from '../../test/support/program-env.ts'
import { OperatorError } from '../platform/program/operator-error.ts'
import { explainingDatabase } from './explain-database.ts'
import { listen } from './serve/listen.ts'

const CLI = join(import.meta.dirname, '../cli.ts')
const STRANGER = 'piecework_stranger'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-settings-'))
  database = await createTestDatabase()
  await database.pool.query(`drop role if exists ${STRANGER}`)
  await database.pool.query(`create role ${STRANGER} login password 'secret'`)
  await database.pool.query('drop schema app cascade')
  await database.pool.query('drop schema public cascade')
  await database.pool.query('create schema public')
  await database.pool.query('grant usage on schema public to public')
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the service, which must fail, and returns what it wrote to stderr. */
async function complaintOf(settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: programEnv({ PORT: '0', LOG_LEVEL: 'silent', ...settings }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  return complaint
}

function urlWith(change: (url: URL) => void): string {
  const url = new URL(database.url)
  change(url)
  return url.href
}

const asStranger = (url: URL) => {
  url.username = STRANGER
  url.password = 'secret'
}

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'a wrong password',
    () => ({ DATABASE_URL: urlWith((url) => Object.assign(url, { password: 'wrong' })) }),
    /^PostgreSQL at 127\.0\.0\.1:\d+ refuses the password of user "\w+"; correct it in DATABASE_URL\n$/,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: urlWith((url) => Object.assign(url, { pathname: '/nowhere' })) }),
    /^PostgreSQL at \S+ has no database "nowhere"; create it, or correct DATABASE_URL\n$/,
  ],
  [
    'a user who may not create tables',
    () => ({ DATABASE_URL: urlWith(asStranger) }),
    /^User "piecework_stranger" has not the rights it needs in database "\w+" \(permission denied for schema public\); make it the owner: .*\n$/,
  ],
  [
    'a data folder that cannot be written',
    () => ({ DATA_DIR: join(folder, 'a-file', 'data') }),
    /^Cannot write to the data folder \S+ \(.*\)\. Run Piecework as the owner of that folder, or set DATA_DIR to another one\.\n$/,
  ],
])(
  '%s is reported in one sentence, without a stack',
  async (_what, settings, sentence) => {
    await writeFile(join(folder, 'a-file'), '')
    expect(await complaintOf(settings())).toMatch(sentence)
  },
  120_000,
)

test('an unreachable database is reported in one sentence', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), {
    code: 'ECONNREFUSED',
  })
  const work = () => Promise.reject(new Error('Migration failed', { cause: refused }))
  const url = 'postgres://bill:secret@db.internal:5432/bills'
  await expect(explainingDatabase(url, work)).rejects.toThrow(
    new OperatorError(
      'PostgreSQL at db.internal:5432 cannot be reached (connect ECONNREFUSED 10.0.0.1:5432); see that it runs, or correct DATABASE_URL',
    ),
  )
  // The embedded database has no address set by the operator, so its errors are not explained.
  await expect(explainingDatabase(undefined, work)).rejects.toThrow('Migration failed')
})

test('an unreachable node is named instead of the coordinator', async () => {
  const message =
    'connection to the remote node piecework@10.0.0.7:5432 failed with the following error: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?'
  const lost = Object.assign(new Error(message), { code: '08006' })
  const url = 'postgres://bill:secret@db.internal:5432/bills'
  await expect(explainingDatabase(url, () => Promise.reject(lost))).rejects.toThrow(
    new OperatorError(
      'The node 10.0.0.7:5432 of the cluster cannot be reached (Connection refused); see that it runs, then do this again',
    ),
  )
})

test('a worker in the place of the coordinator is reported in one sentence', async () => {
  const refused = new Error('operation is not allowed on this node')
  const url = 'postgres://bill:secret@worker.internal:5432/bills'
  await expect(explainingDatabase(url, () => Promise.reject(refused))).rejects.toThrow(
    new OperatorError(
      'PostgreSQL at worker.internal:5432 is a worker of a cluster; name its coordinator in DATABASE_URL',
    ),
  )
})

test.each([
  ['EACCES', /^Port 80 may only be used with more rights .* set PORT to one above 1023/],
  ['EADDRNOTAVAIL', /^HOST "10\.9\.8\.7" is no address of this machine/],
  ['ENOTFOUND', /^HOST "10\.9\.8\.7" is no address of this machine/],
])('a server that may not listen (%s) is reported in one sentence', async (code, sentence) => {
  const server = { listen: () => Promise.reject(Object.assign(new Error(code), { code })) }
  await expect(listen(server, { host: '10.9.8.7', port: 80 })).rejects.toThrow(sentence)
})

test('a host that is not of this machine is reported in one sentence', async () => {
  const settings = { DATABASE_URL: urlWith(() => undefined), HOST: '192.0.2.1' }
  expect(await complaintOf(settings)).toMatch(/^HOST "192\.0\.2\.1" is no address of .*\n$/)
}, 120_000)
