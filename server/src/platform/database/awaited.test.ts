import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { untilWaiting } from '../../../test/support/waiting.ts'
import { openDatabase } from '../database.ts'
import { whileCallerWaits } from './awaited.ts'
import { REQUEST_LIMITS } from './connection-limits.ts'

const database = useOpened(createTestDatabase)

/**
 * Opens a pool of one connection without statement limits, and takes a lock on another connection.
 */
async function given() {
  const limits = { ...REQUEST_LIMITS, statementMs: 0, silenceMs: 600_000 }
  const opened = openDatabase({
    url: database.url,
    poolSize: 1,
    limits,
    onIdleError: () => undefined,
  })
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  onTestFinished(async () => {
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
    await opened.close()
  })
  return { ...opened, stuck: sql`select pg_advisory_lock(1)` }
}

const isStuck = () => untilWaiting(database.pool, 1)
const isEnded = () => untilWaiting(database.pool, 0)

const GONE = new Error('The caller has gone away')

test('a statement is ended when its caller has gone away, in PostgreSQL too', async () => {
  const { db, stuck } = await given()
  const gone = new AbortController()
  const work = whileCallerWaits(gone.signal, () => stuck.execute(db))
  await isStuck()
  gone.abort(GONE)
  await expect(work).rejects.toBe(GONE)
  await isEnded()
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a transaction is rolled back when its caller has gone away', async () => {
  const { db, stuck } = await given()
  const gone = new AbortController()
  const work = whileCallerWaits(gone.signal, () =>
    db.transaction().execute(async (tx) => {
      await sql`create table half_done ()`.execute(tx)
      await stuck.execute(tx)
    }),
  )
  const failed = expect(work).rejects.toThrow()
  await isStuck()
  gone.abort(GONE)
  await failed
  await isEnded()
  const { rows } = await sql`select to_regclass('half_done') as name`.execute(db)
  expect(rows).toEqual([{ name: null }])
})

test('work that waits for a connection gets none once its caller has gone away', async () => {
  const { db, pool } = await given()
  const other = await pool.connect()
  const gone = new AbortController()
  const work = whileCallerWaits(gone.signal, () => sql`select 1`.execute(db))
  gone.abort(GONE)
  other.release()
  await expect(work).rejects.toBe(GONE)
  const later = whileCallerWaits(gone.signal, () => sql`select 1`.execute(db))
  await expect(later).rejects.toBe(GONE)
})

test('a caller that disconnects after its connection was released ends nothing', async () => {
  const { db } = await given()
  const session = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const gone = new AbortController()
  const before = await whileCallerWaits(gone.signal, () => session.execute(db))
  gone.abort(GONE)
  expect((await session.execute(db)).rows).toEqual(before.rows)
})

test('closing cuts connections still in use, so that the process can end', async () => {
  const { db, stuck, close } = await given()
  const work = stuck.execute(db)
  const failed = expect(work).rejects.toThrow('The service is stopping')
  await isStuck()
  await close()
  await failed
  await isEnded()
})
