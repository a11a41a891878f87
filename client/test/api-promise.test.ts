import { expect, test } from 'vitest'
import { NotFoundError } from '../src/index.ts'
import { answer, repliesOf } from './support/answers.ts'
import { connect } from './support/connect.ts'

const AROUND = { 'x-request-id': 'req-7', 'x-region': 'eu' }
const MISSING = { message: 'No such agent', code: 'not_found', requestId: 'req-8' }

test('a call gives its data, and with its response the status, the headers and the request id', async () => {
  const { fetch } = repliesOf(answer(201, { id: 'a' }, AROUND))
  const body = { name: 'Agent', agentCode: 'a' }
  expect(await connect({ fetch }).agents.create(body)).toEqual({ id: 'a' })
  const whole = await connect({ fetch }).agents.create(body).withResponse()
  expect(whole).toMatchObject({ data: { id: 'a' }, status: 201, requestId: 'req-7' })
  expect(whole.headers.get('x-region')).toBe('eu')
})

test('data and response come from one request', async () => {
  const { fetch, sent } = repliesOf(answer(200, { id: 'a' }, AROUND))
  const call = connect({ fetch }).agents.get('a')
  const { data } = await call.withResponse()
  expect(data).toBe(await call)
  expect(sent).toHaveLength(1)
})

test('lists, documents, CSV and empty answers have a response too', async () => {
  const { fetch } = repliesOf(answer(200, 'text', AROUND))
  const piecework = connect({ fetch })
  const csv = await piecework.csv('/v1/events').withResponse()
  expect(csv).toMatchObject({ data: 'text', requestId: 'req-7' })
  const pdf = await piecework.invoices.pdf('i').withResponse()
  expect(pdf).toMatchObject({ data: new TextEncoder().encode('text'), requestId: 'req-7' })
  const empty = connect({ fetch: repliesOf(answer(204, undefined, AROUND)).fetch })
  const deleted = await empty.agents.delete('a').withResponse()
  expect(deleted).toMatchObject({ data: undefined, status: 204, requestId: 'req-7' })
  const page = connect({ fetch: repliesOf(answer(200, { results: [] }, AROUND)).fetch })
  const list = await page.agents.list().withResponse()
  expect(list).toMatchObject({ data: { results: [] }, requestId: 'req-7' })
})

test('a DELETE whose first response was lost has the response of the second', async () => {
  const replies = [new Error('socket hang up'), answer(404, MISSING, AROUND)]
  const { fetch } = repliesOf(...replies)
  const deleted = await connect({ fetch }).agents.delete('a').withResponse()
  expect(deleted).toMatchObject({ data: undefined, status: 404, requestId: 'req-7' })
})

test('an answer without a request id has none', async () => {
  const { fetch } = repliesOf(answer(200, {}))
  expect(await connect({ fetch }).agents.get('a').withResponse()).toHaveProperty(
    'requestId',
    undefined,
  )
})

test('a refusal is thrown once, by the promise that is awaited', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  try {
    const { fetch } = repliesOf(answer(404, MISSING))
    const piecework = connect({ fetch })
    await expect(piecework.agents.get('a').withResponse()).rejects.toThrow(NotFoundError)
    await expect(piecework.agents.get('a')).rejects.toThrow(NotFoundError)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(unhandled).toEqual([])
    // An unhandled failure is not hidden.
    void piecework.agents.get('a').withResponse()
    await expect.poll(() => unhandled).toHaveLength(1)
  } finally {
    process.off('unhandledRejection', note)
  }
})
