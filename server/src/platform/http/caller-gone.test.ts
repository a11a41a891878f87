import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import fastify from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { eventually, untilWaiting } from '../../../test/support/waiting.ts'
import { REQUEST_LIMITS } from '../database/connection-limits.ts'
import { openDatabase } from '../database.ts'
import { endReadsWithCaller } from './caller-gone.ts'
import { sendCsv } from './csv/csv.ts'
import { csvTable } from './csv/csv-table.ts'
import { handleError } from './error-handler.ts'

const database = useOpened(createTestDatabase)

const TABLE = csvTable('rows', Type.Object({ name: Type.String() }))
/** Larger than the socket buffers of both sides. */
const LARGE = Array.from({ length: 500_000 }, () => ({ name: 'a row that fills a buffer' }))

/** Starts a service whose responses need a lock that another session holds until `unlock`. */
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
  const unlock = () => holder.query('select pg_advisory_unlock_all()')
  const done: string[] = []
  const whenUnlocked = async (name: string) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(opened.db)
    done.push(name)
  }
  const app = fastify()
  app.setErrorHandler(handleError)
  endReadsWithCaller(app)
  app.get('/v1/report', async () => whenUnlocked('report'))
  const left = Promise.withResolvers<void>()
  app.post('/v1/change', async (_request, reply) => {
    reply.raw.once('close', () => left.resolve())
    await whenUnlocked('change')
  })
  app.get('/v1/table', async (_request, reply) => {
    async function* pages() {
      yield LARGE
      await whenUnlocked('table')
      yield [{ name: 'last' }]
    }
    return sendCsv(reply, { table: TABLE, pages: pages() })
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await unlock()
    holder.release()
    app.server.closeAllConnections()
    await app.close()
    await opened.close()
  })
  const ask = (path: string, method = 'GET') => {
    const sent = request(`${address}${path}`, { method, agent: false }).end()
    sent.on('error', () => undefined)
    return sent
  }
  return { ask, app, done, unlock, left: left.promise }
}

test('a read whose caller has gone away ends its statement', async () => {
  const { ask, done } = await given()
  const sent = ask('/v1/report')
  await untilWaiting(database.pool, 1)
  sent.destroy()
  await untilWaiting(database.pool, 0)
  expect(done).toEqual([])
})

test('a read whose connection the service has closed ends its statement', async () => {
  const { ask, app, done } = await given()
  ask('/v1/report')
  await untilWaiting(database.pool, 1)
  app.server.closeAllConnections()
  await untilWaiting(database.pool, 0)
  expect(done).toEqual([])
})

test('a table ends the statement of any of its pages', async () => {
  const { ask, done } = await given()
  const sent = ask('/v1/table')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.on('error', () => undefined).resume()
  await untilWaiting(database.pool, 1)
  sent.destroy()
  await untilWaiting(database.pool, 0)
  expect(done).toEqual([])
})

test('a change is carried out even if its caller disconnects', async () => {
  const { ask, done, unlock, left } = await given()
  const sent = ask('/v1/change', 'POST')
  await untilWaiting(database.pool, 1)
  sent.destroy()
  await left
  await unlock()
  await eventually(() => expect(done).toEqual(['change']))
})
