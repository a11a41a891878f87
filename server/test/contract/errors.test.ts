import { describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { llm } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })

type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  payload?: string
  headers?: Record<string, string>
}

async function send({ headers, ...request }: Request) {
  const response = await t.app.inject({
    method: 'GET',
    ...request,
    headers: { 'x-api-key': t.organization.secretKey, ...headers },
  })
  return { status: response.statusCode, headers: response.headers, text: response.body }
}

const json = { 'content-type': 'application/json' }
const record = '/v1/usage/record'
const body = (value: unknown) => JSON.stringify(value)

const refused: [string, number, Request][] = [
  ['a malformed query', 400, { url: '/v1/events?limit=0' }],
  ['a malformed id', 400, { url: '/v1/services/x' }],
  ['a malformed body', 400, { method: 'POST', url: record, payload: '{}', headers: json }],
  ['broken JSON', 400, { method: 'POST', url: record, payload: '{"records":[', headers: json }],
  ['an empty body', 400, { method: 'POST', url: record, payload: '', headers: json }],
  ['no body', 400, { method: 'POST', url: record }],
  ['no key', 401, { url: '/v1/verify', headers: { 'x-api-key': '' } }],
  ['an unknown id', 404, { url: '/v1/services/01890000-0000-7000-8000-000000000000' }],
  ['an unknown route', 404, { url: '/v1/no-such-thing' }],
  ['an unknown path outside /v1', 404, { url: '/.env' }],
  [
    'a method that a route lacks',
    404,
    { method: 'PUT', url: record, payload: '{}', headers: json },
  ],
  ['a path that cannot be decoded', 400, { url: '/v1/services/%ff' }],
  [
    'a body over 1 MiB',
    413,
    { method: 'POST', url: record, payload: `{"a":"${'x'.repeat(1 << 20)}"}`, headers: json },
  ],
  [
    'text',
    415,
    { method: 'POST', url: record, payload: 'x', headers: { 'content-type': 'text/plain' } },
  ],
  [
    'a form',
    415,
    {
      method: 'POST',
      url: record,
      payload: 'records=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  [
    'XML',
    415,
    {
      method: 'POST',
      url: record,
      payload: '<a/>',
      headers: { 'content-type': 'application/xml' },
    },
  ],
  ['a body of no stated type', 415, { method: 'POST', url: record, payload: 'x' }],
]

describe('an error', () => {
  test.each(refused)(
    'for %s is a %i in the one envelope, and stores nothing',
    async (_, status, request) => {
      const answer = await storesNothing(t.database.pool, () => send(request))
      expect(answer.status, answer.text).toBe(status)
      const error = JSON.parse(answer.text)
      const { param, ...always } = error
      expect(param ?? '').toEqual(expect.any(String))
      expect(Object.keys(always).toSorted()).toEqual([
        'code',
        'error',
        'message',
        'requestId',
        'statusCode',
      ])
      expect(error.statusCode).toBe(status)
      expect(error.error).toEqual(expect.any(String))
      expect([error.message].flat().join('')).not.toBe('')
      expect(error.requestId).toBe(answer.headers['x-request-id'])
      expect(answer.headers['content-type']).toContain('application/json')
    },
  )

  test.each(refused)('for %s shows no internal details', async (_, __, request) => {
    const { text } = await send(request)
    expect(text).not.toMatch(/node_modules|\/src\/|\bat \w+ \(|FST_|SyntaxError|postgres|select /i)
  })
})

test('message is a list for a malformed body and a text otherwise', async () => {
  const malformed = await send({ method: 'POST', url: record, payload: '{}', headers: json })
  expect(JSON.parse(malformed.text).message).toEqual([expect.any(String)])
  const absent = await send({ url: '/v1/services/01890000-0000-7000-8000-000000000000' })
  expect(JSON.parse(absent.text).message).toEqual(expect.any(String))
})

describe('X-Request-Id', () => {
  const idOf = async (headers?: Record<string, string>, url = '/v1/verify') =>
    (await send({ url, ...(headers ? { headers } : {}) })).headers['x-request-id']

  test('is echoed, on success and on errors', async () => {
    for (const url of ['/v1/verify', '/v1/no-such-thing', '/v1/events?limit=0', '/healthz']) {
      expect(await idOf({ 'x-request-id': 'order-4711.retry_2' }, url)).toBe('order-4711.retry_2')
    }
    const { text } = await send({
      url: '/v1/no-such-thing',
      headers: { 'x-request-id': 'order-4711' },
    })
    expect(JSON.parse(text).requestId).toBe('order-4711')
  })

  test('is generated if none was sent, a new one for each request', async () => {
    const ids = [await idOf(), await idOf(), await idOf({}, '/v1/no-such-thing')]
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/\S{8,}/)
  })

  test('that is empty or absurd does no harm', async () => {
    for (const id of ['', ' ', 'x'.repeat(10_000), '<script>', '{"a":1}', 'ü']) {
      const answer = await send({ url: '/v1/verify', headers: { 'x-request-id': id } })
      expect(answer.status, id.slice(0, 20)).toBe(200)
      expect(String(answer.headers['x-request-id']).trim()).not.toBe('')
    }
  })
})

describe('a body', () => {
  const size = (bytes: number) => {
    const empty = body({ records: [llm({ metadata: { pad: '' } })] })
    return empty.replace('"pad":""', `"pad":"${'x'.repeat(bytes - empty.length)}"`)
  }

  test('of exactly 1 MiB is taken, and one byte more is a 413 that says the limit', async () => {
    const limit = 1024 * 1024
    const fits = await send({ method: 'POST', url: record, payload: size(limit), headers: json })
    expect(fits.status).toBe(200)
    expect(JSON.parse(fits.text)).toMatchObject({ successful: 1 })
    const over = await send({
      method: 'POST',
      url: record,
      payload: size(limit + 1),
      headers: json,
    })
    expect(over.status).toBe(413)
    expect(over.text).toMatch(/1 MiB|1048576/)
  })

  test('may state its charset, in any case', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      const answer = await send({
        method: 'POST',
        url: record,
        payload: body({ records: [llm()] }),
        headers: { 'content-type': type },
      })
      expect(answer.status, type).toBe(200)
    }
  })

  test.each([
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['a number', '1e400'],
    ['true', 'true'],
    ['two values', '{} {}'],
    ['a trailing comma', '{"records":[],}'],
    ['single quotes', "{'records':[]}"],
    ['a comment', '{"records":[]/**/}'],
    ['NaN', '{"records":NaN}'],
    ['only spaces', '   '],
  ])('that is %s instead of an object is a 400 on every POST', async (_, payload) => {
    for (const url of [record, '/v1/usage/estimate', '/v1/events/map-model']) {
      const { status } = await storesNothing(t.database.pool, () =>
        send({ method: 'POST', url, payload, headers: json }),
      )
      expect(status, url).toBe(400)
    }
  })
})

test('every answer has headers that prevent content sniffing and framing', async () => {
  for (const url of ['/v1/verify', '/v1/no-such-thing', '/healthz']) {
    const { headers } = await send({ url })
    expect(headers['x-content-type-options'], url).toBe('nosniff')
    expect(headers).not.toHaveProperty('x-powered-by')
  }
})
