import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { startSilentProxy } from '../../../test/support/silent-proxy.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { openDatabase } from '../database.ts'
import { SHORT_LIMITS } from './connection-limits.ts'
import { isDatabaseUnreachable } from './errors.ts'

const database = useOpened(createTestDatabase)

const SHORT = { connectMs: 500, statementMs: 300, silenceMs: 500, idleInTransactionMs: 300 }

/** Opens a database behind a proxy that can be silenced. */
async function given(options: { limits?: typeof SHORT } = {}) {
  const proxy = await startSilentProxy(database.url)
  const { limits = SHORT } = options
  const opened = openDatabase({
    ...options,
    limits,
    url: proxy.url,
    poolSize: 1,
    onIdleError: () => undefined,
  })
  onTestFinished(async () => {
    await opened.close()
    await proxy.close()
  })
  return { ...opened, proxy }
}

/** Connects without the proxy, which would block together with the test. */
function directly(poolSize = 1) {
  const options = { poolSize, limits: SHORT, onIdleError: () => undefined }
  const opened = openDatabase({ ...options, url: database.url })
  onTestFinished(() => opened.close())
  return opened.pool
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a statement whose answer is lost fails as for an unreachable database, and the next one succeeds', async () => {
  const { pool, proxy } = await given()
  await pool.query('select 1')
  proxy.fallSilent()
  expect(await failure(pool.query('select 1'))).toSatisfy(isDatabaseUnreachable)
  proxy.passAgain()
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('a transaction whose answer is lost closes its connection at once', async () => {
  const { db, pool, proxy } = await given()
  const work = db.transaction().execute(async (tx) => {
    await tx.selectFrom('organizations').select('id').execute()
    proxy.fallSilent()
    await tx.selectFrom('organizations').select('id').execute()
  })
  const startedAt = performance.now()
  expect(await failure(work)).toSatisfy(isDatabaseUnreachable)
  expect(performance.now() - startedAt).toBeLessThan(2 * SHORT.silenceMs + 1_000)
  proxy.passAgain()
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('a process accepts an answer that arrived while its event loop was blocked', async () => {
  const pool = directly()
  await pool.query('select 1')
  const answer = pool.query('select 2 as two')
  // The statement must be sent before the event loop is blocked.
  await new Promise((resolve) => setImmediate(resolve))
  const until = performance.now() + 2 * SHORT.silenceMs
  while (performance.now() < until) Math.random()
  expect((await answer).rows).toEqual([{ two: 2 }])
})

test('a connection that was idle while the event loop was blocked does not count as silent', async () => {
  const pool = directly(2)
  const [idle, busy] = await Promise.all([pool.connect(), pool.connect()])
  onTestFinished(() => {
    for (const client of [idle, busy]) client.release()
  })
  await Promise.all([idle.query('select 1'), busy.query('select 1')])
  const answer = busy.query('select 2 as two')
  // The statement must be sent before the event loop is blocked.
  await new Promise((resolve) => setImmediate(resolve))
  const until = performance.now() + 2 * SHORT.silenceMs
  while (performance.now() < until) Math.random()
  // When the loop resumes, timers run first, and then this answer arrives.
  await answer
  const { rows } = await idle.query('select 3 as three from pg_sleep(0.05)')
  expect(rows).toEqual([{ three: 3 }])
})

test('a connection that cannot be opened is given up', async () => {
  const { pool, proxy } = await given()
  proxy.fallSilent()
  expect(await failure(pool.query('select 1'))).toSatisfy(isDatabaseUnreachable)
})

test('waiting for a free connection fails after a time limit', async () => {
  const { pool } = await given()
  const taken = await pool.connect()
  expect(await failure(pool.query('select 1'))).toSatisfy(isDatabaseUnreachable)
  taken.release()
})

test('a statement that takes too long is ended by PostgreSQL', async () => {
  const { pool } = await given()
  const error = await failure(pool.query('select pg_sleep(60)'))
  expect(error).toMatchObject({ code: '57014' })
  expect(error).toSatisfy(isDatabaseUnreachable)
})

test('a transaction that is left open is ended by PostgreSQL', async () => {
  const { pool, proxy } = await given({ limits: { ...SHORT, silenceMs: 60_000 } })
  const client = await pool.connect()
  await client.query('begin; lock table organizations')
  proxy.fallSilent()
  // Succeeds once the table is no longer locked.
  await database.pool.query('select 1 from organizations')
  client.release(true)
})

test('connections are kept alive, and an idle one is not given up', async () => {
  const { pool } = await given()
  const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
  const before = await pid()
  await database.pool.query(`select pg_sleep(${(3 * SHORT.silenceMs) / 1_000})`)
  expect(await pid()).toBe(before)
  const { rows } = await pool.query('show tcp_keepalives_idle')
  expect(rows).toEqual([{ tcp_keepalives_idle: '30' }])
})

test('closing does not wait for a database that is silent', async () => {
  const { db, pool, proxy, close } = await given()
  await db.selectFrom('organizations').select('id').execute()
  proxy.fallSilent()
  await close()
  expect(pool.totalCount).toBe(0)
})

test('recording waits for a lock for less time than PostgreSQL gives a statement', () => {
  const { statementMs, silenceMs } = SHORT_LIMITS
  expect(statementMs).toBeGreaterThan(5_000)
  expect(silenceMs).toBeGreaterThan(statementMs)
})
