import { once } from 'node:events'
import { type ClientRequest, get } from 'node:http'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../test/support/waiting.ts'
import { createFairTurns, type TakeTurn, type TurnLimits } from '../../batching/fair-turns.ts'
import { sendCsv } from '../csv/csv.ts'
import { csvTable } from '../csv/csv-table.ts'
import { handleError } from '../error-handler.ts'
import { addHeavyRoutes } from './heavy-routes.ts'

const Row = Type.Object({ name: Type.String() })

const PATIENT: TurnLimits = {
  atOnce: 2,
  waitingOfOne: 2,
  waitingMax: 3,
  patienceMs: 600_000,
  retryAfterSeconds: 5,
}

/**
 * Starts a service whose reports finish when the test ends them. `began` lists the started ones.
 */
async function given(limits: Partial<TurnLimits> = {}) {
  const app = fastify({ forceCloseConnections: 'idle' })
  app.setErrorHandler(handleError)
  const turns = createFairTurns({ ...PATIENT, ...limits })
  const givenUp: string[] = []
  const take: TakeTurn = (owner, how) =>
    turns(owner, how).catch((error) => {
      givenUp.push(error.message)
      throw error
    })
  let asked = 0
  let isOver = false
  const ownerOf = (request: FastifyRequest) => {
    asked += 1
    return String(Object(request.query).of)
  }
  addHeavyRoutes(app, { take, ownerOf })
  const began: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  app.get('/report', { config: { isHeavy: true } }, async (request) => {
    const { name } = Object(request.query)
    began.push(name)
    if (isOver) return 'over'
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  })
  app.get('/light', async () => 'light')
  app.get('/table', { config: { isHeavy: true } }, async (_request, reply) => {
    async function* pages() {
      yield Array.from({ length: 500_000 }, () => ({ name: 'a row that fills a buffer' }))
      began.push('second page')
      yield [{ name: 'last' }]
    }
    return sendCsv(reply, { table: csvTable('rows', Row), pages: pages() })
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    isOver = true
    for (const { resolve } of ends.values()) resolve('over')
    const closing = app.close()
    app.server.closeAllConnections()
    await closing
  })
  const ask = (of: string, name: string) => fetch(`${address}/report?of=${of}&name=${name}`)
  /** Sends a request and resolves once it waits or has started. */
  const sent = async (of: string, name: string) => {
    const before = asked
    const answer = ask(of, name)
    // Some are never answered, because the service is closed first.
    answer.catch(() => undefined)
    await eventually(async () => expect(asked).toBeGreaterThan(before))
    return { answer }
  }
  const end = async (name: string) => {
    await eventually(async () => expect(began).toContain(name))
    ends.get(name)?.resolve(name)
  }
  return { app, address, ask, asked: () => asked, sent, began, end, ends, givenUp }
}

test('an organization has one report computed at a time, and another organization is served next to it', async () => {
  const { sent, ask, began, end } = await given()
  const first = await sent('acme', 'a1')
  const second = await sent('acme', 'a2')
  const other = ask('globex', 'g1')
  await end('g1')
  expect(await (await other).text()).toBe('g1')
  expect(began).toEqual(['a1', 'g1'])
  await end('a1')
  await end('a2')
  expect(await (await first.answer).text()).toBe('a1')
  expect(await (await second.answer).text()).toBe('a2')
})

test('a process computes two reports at a time, and answers all other requests', async () => {
  const { address, sent, began, end } = await given()
  await sent('acme', 'a1')
  await sent('globex', 'g1')
  const third = await sent('initech', 'i1')
  expect(await (await fetch(`${address}/light`)).text()).toBe('light')
  expect(began).toEqual(['a1', 'g1'])
  await end('g1')
  await end('i1')
  expect((await third.answer).status).toBe(200)
})

test('organizations that wait come in rotation, however many reports one of them asks for', async () => {
  const { sent, began, end } = await given({ atOnce: 1 })
  await sent('acme', 'a1')
  await sent('acme', 'a2')
  await sent('acme', 'a3')
  await sent('globex', 'g1')
  for (const name of ['a1', 'a2', 'g1', 'a3']) await end(name)
  expect(began).toEqual(['a1', 'a2', 'g1', 'a3'])
})

test('an organization cannot take all places to wait: it is refused with 429, another one waits', async () => {
  const { sent, ask, end } = await given()
  await sent('acme', 'a1')
  await sent('globex', 'g1')
  await sent('acme', 'a2')
  await sent('acme', 'a3')
  const refused = await ask('acme', 'a4')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  const other = await sent('globex', 'g2')
  expect((await ask('initech', 'i1')).status).toBe(429)
  await end('g1')
  await end('g2')
  expect((await other.answer).status).toBe(200)
})

test('a report that waits too long for its turn is refused with 429, and frees its place', async () => {
  const { sent, ask, end } = await given({ patienceMs: 50, waitingOfOne: 1 })
  await sent('acme', 'a1')
  for (const name of ['a2', 'a3']) {
    const refused = await ask('acme', name)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('5')
  }
  await end('a1')
})

test('a caller that leaves while it waits frees its place and is never computed', async () => {
  const { address, sent, ask, asked, began, end, givenUp } = await given({ waitingOfOne: 1 })
  await sent('acme', 'a1')
  const leaving = get(`${address}/report?of=acme&name=gone`)
  leaving.on('error', () => undefined)
  await eventually(() => expect(asked()).toBe(2))
  expect((await ask('acme', 'late')).status).toBe(429)
  leaving.destroy()
  await eventually(() => expect(givenUp).toContain('The caller closed the connection'))
  const next = await sent('acme', 'a2')
  await end('a1')
  await end('a2')
  expect((await next.answer).status).toBe(200)
  expect(began).toEqual(['a1', 'a2'])
})

test('a report that fails frees its turn', async () => {
  const { sent, ends, began, end } = await given({ atOnce: 1 })
  const failing = await sent('acme', 'a1')
  const next = await sent('acme', 'a2')
  await eventually(async () => expect(began).toContain('a1'))
  ends.get('a1')?.reject(new Error('broken'))
  expect((await failing.answer).status).toBe(500)
  await end('a2')
  expect((await next.answer).status).toBe(200)
})

test('a caller that leaves during its report keeps the turn until the work has ended', async () => {
  const { address, sent, began, end } = await given({ atOnce: 1 })
  const request = get(`${address}/report?of=acme&name=a1`)
  request.on('error', () => undefined)
  await eventually(async () => expect(began).toEqual(['a1']))
  request.destroy()
  const next = await sent('globex', 'g1')
  expect(began).toEqual(['a1'])
  await end('a1')
  await end('g1')
  expect((await next.answer).status).toBe(200)
})

test('a table whose reader is slow keeps no turn between two pages', async () => {
  const { address, ask, began, end } = await given({ atOnce: 1 })
  const [response] = await once(get(`${address}/table?of=acme`), 'response')
  const other = ask('globex', 'g1')
  await end('g1')
  expect((await other).status).toBe(200)
  expect(await text(response)).toContain('last')
  expect(began).toEqual(['g1', 'second page'])
})

test('reports that wait do not keep the service from stopping: their callers may ask again', async () => {
  const { app, address, asked, end } = await given()
  const request = (name: string) => get(`${address}/report?of=acme&name=${name}`, { agent: false })
  const first = request('a1')
  await eventually(() => expect(asked()).toBe(1))
  const waiting = request('a2')
  await eventually(() => expect(asked()).toBe(2))
  const answerTo = async (sent: ClientRequest) => {
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer
  }
  const closing = app.close()
  const refused = await answerTo(waiting)
  const [done] = await Promise.all([answerTo(first), closing, end('a1')])
  expect([done.statusCode, refused.statusCode]).toEqual([200, 503])
  expect(refused.headers['retry-after']).toBe('1')
})
