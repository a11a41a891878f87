import { expect, test, vi } from 'vitest'
import {
  AuthenticationError,
  ConflictError,
  NetworkError,
  NotFoundError,
  PermissionError,
  Piecework,
  PieceworkError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from '../src/index.ts'
import { answer, brokenAnswer, repliesOf } from './support/answers.ts'
import { connect as client } from './support/connect.ts'

const refusal = (statusCode: number, more: object = {}) => ({
  message: 'What to do about it',
  error: 'Name',
  statusCode,
  code: 'some_code',
  requestId: 'req-7',
  ...more,
})

test.each([
  [400, ValidationError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [413, ValidationError],
  [422, ValidationError],
  [429, RateLimitError],
  [500, ServerError],
  [503, ServerError],
])('status %d is thrown as its error class, with the request id', async (status, Class) => {
  const { fetch } = repliesOf(answer(status, refusal(status, { param: 'name' })))
  const call = client({ fetch, maxRetries: 0 }).agents.create({ name: '', agentCode: 'a' })
  const error = await call.catch((it: unknown) => it)
  expect(error).toBeInstanceOf(Class)
  expect(error).toBeInstanceOf(PieceworkError)
  expect(error).toMatchObject({
    name: Class.name,
    status,
    code: 'some_code',
    param: 'name',
    requestId: 'req-7',
    message: 'What to do about it',
  })
})

test('a list of invalid fields becomes one message per field', async () => {
  const message = ['name is required', 'agentCode is required']
  const { fetch } = repliesOf(answer(400, refusal(400, { message })))
  const call = client({ fetch }).agents.create({ name: '', agentCode: '' })
  await expect(call).rejects.toMatchObject({ messages: message, message: message.join('; ') })
})

test('the page of a proxy is recognized by its status, and by the id in its header', async () => {
  const reply = answer(502, '<html>Bad gateway</html>', { 'x-request-id': 'req-9' })
  const call = client({ fetch: repliesOf(reply).fetch, maxRetries: 0 }).agents.get('a')
  await expect(call).rejects.toMatchObject({
    name: 'ServerError',
    message: 'The service answered 502',
    requestId: 'req-9',
  })
})

test('a redirect is not followed, because the key is for one host, and the request is retried', async () => {
  const { fetch, sent } = repliesOf(answer(301, '', { location: 'https://piecework.test/' }))
  const call = client({ fetch, maxRetries: 1 }).organization.verify()
  await expect(call).rejects.toMatchObject({
    name: 'NetworkError',
    status: 301,
    message: expect.stringContaining('Moved to https://piecework.test/: set baseUrl'),
  })
  expect(sent).toMatchObject([{ redirect: 'manual' }, { redirect: 'manual' }])
})

const OF_OTHERS = [
  [404, 'default backend - 404'],
  [404, { message: 'no Route matched with those values' }],
  [404, { message: 'Not Found', code: 404, requestId: 'req-7' }],
  [404, { message: 'Not Found', error: 'Not Found', statusCode: 404 }],
  [405, '<html>Method Not Allowed</html>'],
  [401, ''],
  [403, '<html>Forbidden</html>'],
  [400, undefined],
] as const

test.each(OF_OTHERS)(
  '%d with body %j is not a response of the service, and is retried',
  async (...other) => {
    const [status, body] = other
    const once = repliesOf(answer(status, body), answer(200, { id: 'a' }))
    expect(await client({ fetch: once.fetch }).agents.get('a')).toEqual({ id: 'a' })
    const { fetch, sent } = repliesOf(answer(status, body))
    const call = client({ fetch, maxRetries: 1 }).agents.get('a')
    await expect(call).rejects.toMatchObject({
      name: 'NetworkError',
      status,
      message: `http://piecework.test/v1/agents/a answered ${status}, but not as the service does`,
    })
    expect(sent).toHaveLength(2)
  },
)

test('a refusal of the service is final, and so is a body that is too large for a proxy', async () => {
  for (const reply of [
    ...[400, 401, 403, 404, 405, 409, 422].map((status) => answer(status, refusal(status))),
    answer(413, '<html>Request Entity Too Large</html>'),
  ]) {
    const { fetch, sent } = repliesOf(reply)
    const error = await client({ fetch })
      .agents.get('a')
      .catch((it: unknown) => it)
    expect(error).toBeInstanceOf(PieceworkError)
    expect(error).not.toBeInstanceOf(NetworkError)
    expect(sent).toHaveLength(1)
  }
})

test('a DELETE that a proxy answers with 404 does not count as done', async () => {
  const { fetch } = repliesOf(answer(404, 'default backend - 404'))
  await expect(client({ fetch }).agents.delete('a')).rejects.toThrow(NetworkError)
})

test('a POST is sent again under the same key, so that it is done once', async () => {
  const replies = [new Error('socket hang up'), brokenAnswer(), answer(201, { id: 'c-1' })]
  const { fetch, sent } = repliesOf(...replies)
  const customer = await client({ fetch }).customers.create({ name: 'Acme' })
  expect(customer.id).toBe('c-1')
  const keys = sent.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]])
})

test('a POST takes the key of its caller', async () => {
  const { fetch, sent } = repliesOf(answer(201, {}))
  const options = { idempotencyKey: 'acme-2026-03' }
  await client({ fetch }).invoices.generate({ customerId: 'c', subscriptionId: 's' }, options)
  expect(sent[0]?.headers['idempotency-key']).toBe('acme-2026-03')
})

test('a change sends the version that it expects, and fails when the object has another', async () => {
  const { fetch, sent } = repliesOf(answer(200, {}), answer(412, refusal(412)), answer(204, ''))
  const piecework = client({ fetch })
  await piecework.customers.update('c-1', { phone: '1' }, { ifMatch: 3 })
  expect(sent[0]?.headers['if-match']).toBe('"3"')
  for (const ifMatch of ['*', '"3"', 1.5]) {
    const call = piecework.customers.update('c-1', {}, { ifMatch: ifMatch as number })
    await expect(call).rejects.toThrow(/^ifMatch must be the version/)
  }
  expect(sent).toHaveLength(1)
  const late = piecework.subscriptions.update('s-1', { seatsCount: 2 }, { ifMatch: 3 })
  await expect(late).rejects.toThrow(ConflictError)
  await piecework.pricingPlans.delete('p-1')
  expect(sent[2]?.headers).not.toHaveProperty('if-match')
})

test('a delete that expects a version is not repeated when its answer is lost', async () => {
  const { fetch, sent } = repliesOf(answer(200, '{"id": "s-'), answer(412, refusal(412)))
  const call = client({ fetch }).subscriptions.delete('s-1', { ifMatch: 3 })
  await expect(call).rejects.toThrow(NetworkError)
  expect(sent).toHaveLength(1)
})

test('a truncated response is an error', async () => {
  const { fetch, sent } = repliesOf(answer(200, '{"id": "c-'), answer(200, { id: 'c-1' }))
  expect(await client({ fetch }).customers.get('c-1')).toEqual({ id: 'c-1' })
  expect(sent).toHaveLength(2)
})

test('a PATCH is retried only if the service did nothing', async () => {
  const { fetch, sent } = repliesOf(new Error('socket hang up'), answer(200, {}))
  await expect(client({ fetch }).agents.update('a', {})).rejects.toThrow(NetworkError)
  expect(sent).toHaveLength(1)
  const limited = repliesOf(answer(429, refusal(429)), answer(200, { id: 'a' }))
  expect(await client({ fetch: limited.fetch }).agents.update('a', {})).toEqual({ id: 'a' })
})

test('a DELETE succeeds if its first response was lost', async () => {
  const { fetch } = repliesOf(new Error('socket hang up'), answer(404, refusal(404)))
  expect(await client({ fetch }).agents.delete('a')).toBeUndefined()
  const absent = repliesOf(answer(404, refusal(404)))
  await expect(client({ fetch: absent.fetch }).agents.delete('a')).rejects.toThrow(NotFoundError)
})

test('a DELETE whose earlier attempts were only limited was not done by them', async () => {
  const limited = answer(429, refusal(429))
  const { fetch } = repliesOf(limited, answer(404, refusal(404)))
  await expect(client({ fetch }).agents.delete('a')).rejects.toThrow(NotFoundError)
  const both = repliesOf(new Error('socket hang up'), limited, answer(404, refusal(404)))
  expect(await client({ fetch: both.fetch }).agents.delete('a')).toBeUndefined()
})

test('the last error is thrown after the allowed retries', async () => {
  const { fetch, sent } = repliesOf(answer(503, refusal(503)))
  await expect(client({ fetch, maxRetries: 3 }).organization.verify()).rejects.toThrow(ServerError)
  expect(sent).toHaveLength(4)
})

test.each([
  ['seconds', { 'retry-after': '7' }],
  [
    'a date, by the clock of the service',
    { 'retry-after': 'Sun, 01 Mar 2026 10:00:07 GMT', date: 'Sun, 01 Mar 2026 10:00:00 GMT' },
  ],
])('waits for Retry-After in %s', async (_form, headers) => {
  vi.useFakeTimers()
  try {
    const { fetch, sent } = repliesOf(answer(429, refusal(429), headers), answer(200, {}))
    const call = client({ fetch }).organization.verify()
    await vi.advanceTimersByTimeAsync(6_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await call
    expect(sent).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a service that never answers times out, even with a fetch that ignores the signal', async () => {
  vi.useFakeTimers()
  try {
    const fetch = () => new Promise<never>(() => undefined)
    const call = client({ fetch, maxRetries: 0, timeout: 5_000 }).organization.verify()
    const failure = expect(call).rejects.toThrow(TimeoutError)
    await vi.advanceTimersByTimeAsync(5_000)
    await failure
  } finally {
    vi.useRealTimers()
  }
})

test('an abort throws the reason of the caller, during a request and between two', async () => {
  const reason = new Error('the user left')
  const during = new AbortController()
  const never = client({ fetch: () => new Promise(() => undefined) })
  const call = never.organization.verify({ signal: during.signal })
  during.abort(reason)
  await expect(call).rejects.toBe(reason)

  const between = new AbortController()
  const failing = repliesOf(() => {
    queueMicrotask(() => setTimeout(() => between.abort(reason), 1))
    return answer(503, refusal(503), { 'retry-after': '3600' })
  })
  const waiting = client({ fetch: failing.fetch }).organization.verify({ signal: between.signal })
  await expect(waiting).rejects.toBe(reason)
  await expect(never.organization.verify({ signal: between.signal })).rejects.toBe(reason)
})

test('ids and filters are encoded in the URL', async () => {
  const { fetch, sent } = repliesOf(answer(200, { data: [], hasMore: false }))
  const piecework = client({ fetch, baseUrl: 'http://piecework.test/billing/' })
  await piecework.customers.getByExternalId('a/b?c=ü')
  await piecework.invoices.list({ status: ['issued', 'overdue'], limit: 5 })
  expect(sent.map(({ url }) => url)).toEqual([
    'http://piecework.test/billing/v1/customers/by-external-id/a%2Fb%3Fc%3D%C3%BC',
    'http://piecework.test/billing/v1/invoices?status=issued&status=overdue&limit=5',
  ])
})

test.each([undefined, '', '..'])('the id %j throws before any request', async (id) => {
  const { fetch, sent } = repliesOf(answer(204))
  await expect(client({ fetch }).customers.delete(id as string)).rejects.toThrow(
    'customerId must be',
  )
  expect(sent).toEqual([])
})

test('key and address come from the environment', async () => {
  vi.stubEnv('PIECEWORK_API_KEY', 'pw_sk_test_env')
  vi.stubEnv('PIECEWORK_BASE_URL', 'https://billing.acme.test/')
  try {
    const { fetch, sent } = repliesOf(answer(200, {}))
    await new Piecework({ fetch }).organization.verify()
    expect(sent).toMatchObject([
      { url: 'https://billing.acme.test/v1/verify', headers: { 'x-api-key': 'pw_sk_test_env' } },
    ])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('a runtime without random ids throws when the client is created', () => {
  vi.stubGlobal('crypto', {})
  expect(() => client({})).toThrow('use Node 20 or newer')
  vi.unstubAllGlobals()
})

test('invalid settings throw when the client is created', () => {
  vi.stubEnv('PIECEWORK_API_KEY', '')
  expect(() => new Piecework()).toThrow('set PIECEWORK_API_KEY')
  vi.unstubAllEnvs()
  expect(() => client({ baseUrl: 'localhost:8080' })).toThrow('baseUrl must begin with http')
  for (const baseUrl of ['http://user:SECRET@piecework.test', 'ftp://user:SECRET@piecework.test']) {
    expect(() => client({ baseUrl })).toThrow('baseUrl must')
    expect(() => client({ baseUrl })).not.toThrow('SECRET')
  }
  expect(() => client({ timeout: 2 ** 31 })).toThrow('timeout must be milliseconds')
  expect(() => client({ maxRetries: -1 })).toThrow('maxRetries must be a whole number')
  expect(() => client({ recording: { maxWaiting: 0.5 } })).toThrow('recording.maxWaiting')
})
