import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../test/support/waiting.ts'
import { AppError } from '../../errors.ts'
import { handleError } from '../error-handler.ts'
import { addCsv, sendCsv, wantsCsv } from './csv.ts'
import { csvFile, csvTable } from './csv-table.ts'

const TABLE = csvTable(
  'things',
  Type.Object({
    name: Type.String(),
    owner: Type.Union([Type.Object({ id: Type.String(), city: Type.String() }), Type.Null()]),
    note: Type.Object({}, { additionalProperties: true }),
  }),
)
type Thing = { name: string; owner: { id: string; city: string } | null; note: object }
const thing = (name: string): Thing => ({ name, owner: { id: '1', city: 'Rome' }, note: { a: 1 } })

/** Starts an app that serves these pages at `/things`, and counts the pages it has read. */
async function given(pageAt: (at: number) => Thing[] | undefined, stalledMs?: number) {
  const app = fastify()
  app.setErrorHandler(handleError)
  addCsv(app)
  const seen = { pages: 0, isEnded: false }
  async function* pages() {
    try {
      for (;;) {
        const page = pageAt(seen.pages)
        if (!page) return
        seen.pages += 1
        yield page
      }
    } finally {
      seen.isEnded = true
    }
  }
  app.get('/things', { config: { csv: [TABLE] } }, async (request, reply) =>
    wantsCsv(request) ? sendCsv(reply, csvFile(TABLE, pages()), stalledMs) : { things: [] },
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  const ask = async (accept = 'text/csv', method = 'GET', query = '') => {
    const sent = request(`${address}/things${query}`, { method, headers: { accept } }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return answer
  }
  return { ask, seen }
}

const MEGABYTE = 'x'.repeat(1_000_000)

test('all pages are one table, with headings that name fields and their parts', async () => {
  const { ask } = await given(
    (at) => [[thing('a'), thing('b')], [{ ...thing('c'), owner: null }]][at],
  )
  const answer = await ask()
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="things.csv"',
    vary: 'Accept',
  })
  expect(await text(answer)).toBe(
    'name,owner.id,owner.city,note\r\n' +
      'a,1,Rome,"{""a"":1}"\r\nb,1,Rome,"{""a"":1}"\r\nc,,,"{""a"":1}"\r\n',
  )
})

test('without rows there are the headings', async () => {
  const { ask } = await given(() => undefined)
  expect(await text(await ask())).toBe('name,owner.id,owner.city,note\r\n')
})

test('the file is named after the requested days, and after nothing else of the query', async () => {
  const { ask } = await given(() => undefined)
  const nameFor = async (query: string) =>
    (await ask('text/csv', 'GET', query)).headers['content-disposition']
  expect(await nameFor('?startDate=2026-03-01&endDate=2026-03-31T10:00:00Z')).toBe(
    'attachment; filename="things-from-2026-03-01-to-2026-03-31.csv"',
  )
  expect(await nameFor('?startDate=%22%0d%0aset-cookie:x')).toBe(
    'attachment; filename="things.csv"',
  )
})

test('any other caller gets JSON, with the header Vary: Accept', async () => {
  const { ask } = await given(() => undefined)
  const answer = await ask('*/*')
  expect(answer.headers).toMatchObject({ vary: 'Accept' })
  expect(JSON.parse(await text(answer))).toEqual({ things: [] })
})

test('a HEAD reads no more than the first page', async () => {
  const { ask, seen } = await given(() => [thing('a')])
  const answer = await ask('text/csv', 'HEAD')
  expect(answer.headers['content-type']).toContain('text/csv')
  expect(await text(answer)).toBe('')
  expect(seen).toEqual({ pages: 1, isEnded: true })
})

test('no page is read while the caller does not read', async () => {
  const total = 100
  const { ask, seen } = await given((at) => (at < total ? [thing(MEGABYTE)] : undefined))
  const answer = await ask()
  answer.pause()
  // Once the socket buffers of both sides are full, no further page is read.
  let before = -1
  await eventually(async () => {
    const known = before
    before = seen.pages
    await new Promise((resolve) => setImmediate(resolve))
    expect(seen.pages).toBeGreaterThan(0)
    expect(seen.pages).toBe(known)
  })
  expect(seen.pages).toBeLessThan(total / 2)
  expect((await text(answer)).length).toBeGreaterThan(total * MEGABYTE.length)
  expect(seen).toEqual({ pages: total, isEnded: true })
})

test('a caller that reads nothing for long is disconnected', async () => {
  const { ask, seen } = await given(() => [thing(MEGABYTE)], 50)
  const answer = await ask()
  answer.once('error', () => undefined)
  answer.pause()
  await eventually(() => expect(seen.isEnded).toBe(true))
})

test('no further page is read after the caller disconnects', async () => {
  const { ask, seen } = await given(() => [thing(MEGABYTE)])
  const answer = await ask()
  answer.once('error', () => undefined)
  answer.destroy()
  await eventually(() => expect(seen.isEnded).toBe(true))
})

test('an error after the first page breaks the connection, so that a partial file is noticed', async () => {
  const { ask } = await given((at) => {
    if (at < 3) return [thing('a')]
    throw new Error('the database is gone')
  })
  const answer = await ask()
  expect(answer.statusCode).toBe(200)
  await expect(text(answer)).rejects.toThrow(/aborted/)
  expect(answer.complete).toBe(false)
})

test('an error before that gets a normal error response', async () => {
  const { ask } = await given(() => {
    throw new AppError('inconsistent', 'endDate is before startDate')
  })
  const answer = await ask()
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['content-type']).toContain('application/json')
  expect(answer.headers['content-disposition']).toBeUndefined()
  expect(JSON.parse(await text(answer)).message).toContain('endDate')
})
