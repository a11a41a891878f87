import { expect, test } from 'vitest'
import { ValidationError } from '../src/index.ts'
import { answer, repliesOf } from './support/answers.ts'
import { connect } from './support/connect.ts'

test('a request without a method of its own is sent like any other', async () => {
  const { fetch, sent } = repliesOf(answer(201, { id: 'n' }, { 'x-request-id': 'req-7' }))
  const call = connect({ fetch }).request<{ id: string }>({
    method: 'POST',
    path: '/v1/novelties/a%2Fb',
    query: { kind: ['x', 'y'], since: new Date(0), none: undefined, nil: null },
    body: { name: 'New' },
    headers: { 'X-Trace': 't-1' },
    requestId: 'mine',
  })
  expect(await call.withResponse()).toMatchObject({ data: { id: 'n' }, requestId: 'req-7' })
  expect(sent).toEqual([
    expect.objectContaining({
      method: 'POST',
      url: 'http://piecework.test/v1/novelties/a%2Fb?kind=x&kind=y&since=1970-01-01T00%3A00%3A00.000Z',
      body: '{"name":"New"}',
      headers: {
        'x-api-key': 'pw_sk_test_1',
        accept: 'application/json',
        'user-agent': expect.stringMatching(/^piecework-client\//),
        'content-type': 'application/json',
        'idempotency-key': expect.any(String),
        'x-request-id': 'mine',
        'x-trace': 't-1',
      },
    }),
  ])
})

test.each([
  ['GET', 2],
  ['POST', 2],
  ['PUT', 2],
  ['DELETE', 2],
  ['PATCH', 1],
] as const)('%s is sent %d times if the service is not reached', async (method, times) => {
  const { fetch, sent } = repliesOf(new Error('socket hang up'))
  const call = connect({ fetch, maxRetries: 1 }).request({ method, path: '/v1/new' })
  await expect(call).rejects.toThrow('was not reached')
  expect(sent.map((one) => one.method)).toEqual(Array(times).fill(method))
  const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']))
  expect(keys.size).toBe(1)
  expect(keys.has(undefined as never)).toBe(method !== 'POST')
})

test.each([
  ['PUT', 1],
  ['DELETE', 1],
  ['PATCH', 1],
  ['POST', 2],
] as const)('%s with a version is sent %d times', async (method, times) => {
  const { fetch, sent } = repliesOf(new Error('socket hang up'))
  const piecework = connect({ fetch, maxRetries: 1 })
  for (const version of [{ ifMatch: 3 }, { headers: { 'If-Match': '"3"' } }]) {
    const call = piecework.request({ method, path: '/v1/new', ...version })
    await expect(call).rejects.toThrow('was not reached')
  }
  expect(sent.map(({ headers }) => headers['if-match'])).toEqual(Array(2 * times).fill('"3"'))
})

test('an answer is read as text or as bytes', async () => {
  const { fetch, sent } = repliesOf(answer(200, 'a;b'))
  const piecework = connect({ fetch })
  const asked = { method: 'GET', path: '/v1/new' } as const
  const headers = { accept: 'text/csv' }
  expect(await piecework.request({ ...asked, as: 'text', headers })).toBe('a;b')
  const bytes = await piecework.request<Uint8Array>({ ...asked, as: 'bytes' })
  expect(new TextDecoder().decode(bytes)).toBe('a;b')
  expect(sent.map((one) => one.headers.accept)).toEqual(['text/csv', '*/*'])
})

test('a method in lower case is sent in upper case', async () => {
  const { fetch, sent } = repliesOf(answer(200, {}))
  await connect({ fetch }).request({ method: 'patch' as 'PATCH', path: '/v1/new', body: {} })
  expect(sent).toMatchObject([{ method: 'PATCH' }])
})

test('a refusal is thrown as its class', async () => {
  const { fetch } = repliesOf(answer(400, { message: 'No', code: 'invalid', requestId: 'req-7' }))
  const call = connect({ fetch }).request({ method: 'GET', path: '/v1/new' })
  await expect(call).rejects.toThrow(ValidationError)
})

test.each(['v1/new', '@elsewhere.test/v1', 'https://elsewhere.test/', '', '/v1/new?a=b', '/v1#a'])(
  'the path %j is refused before a request, because it could send the key elsewhere',
  async (path) => {
    const { fetch, sent } = repliesOf(answer(200, {}))
    const call = connect({ fetch }).request({ method: 'GET', path })
    await expect(call).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  },
)
