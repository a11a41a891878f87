import { beforeAll, expect, test } from 'vitest'
import { createTestOrganization } from '../../../test/support/app.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { eventually } from '../../../test/support/waiting.ts'
import { AppError } from '../../platform/errors.ts'
import { pruneIdempotentRequests } from './service.ts'

let passed = 0
/** The next behavior of `/v1/test/command`, which returns the number of calls so far. */
let command: () => Promise<void>
const service = useTestApp({ now: () => new Date(Date.now() + passed) })
beforeAll(async () => {
  let done = 0
  service.app.post('/v1/test/command', async () => {
    await command()
    done += 1
    return { done }
  })
  service.app.post('/v1/test/secret', { config: { shownOnce: ['key'] } }, async (request) => {
    if (request.headers['x-refuse']) throw new AppError('conflict', 'no more keys')
    return { id: 1, key: 'the secret' }
  })
})

const mapping = {
  sourceModel: 'ours',
  sourceProvider: 'us',
  targetModel: 'gpt-4o',
  targetProvider: 'openai',
}

function map(idempotencyKey: string, body: object = mapping, key = service.organization.secretKey) {
  return service.app.inject({
    method: 'POST',
    url: '/v1/events/map-model',
    headers: { 'x-api-key': key, 'idempotency-key': idempotencyKey },
    payload: body,
  })
}

test('a repeated POST gets the first response and has no further effect', async () => {
  const first = await map('a')
  const second = await map('a')
  expect(first.statusCode).toBe(200)
  expect(second.body).toBe(first.body)
  expect(second.headers['idempotency-replayed']).toBe('true')
})

test('a refusal is repeated too', async () => {
  const body = { ...mapping, targetModel: 'no such model' }
  expect((await map('refused', body)).statusCode).toBe(404)
  const second = await map('refused', body)
  expect(second.statusCode).toBe(404)
  expect(second.headers['idempotency-replayed']).toBe('true')
})

test('a malformed request does not use up its key', async () => {
  expect((await map('typo', { ...mapping, sourceModel: 1 })).statusCode).toBe(400)
  expect((await map('typo')).statusCode).toBe(200)
})

test('the same key with another body is refused', async () => {
  await map('b')
  const other = await map('b', { ...mapping, sourceModel: 'theirs' })
  expect(other.statusCode).toBe(422)
  expect(other.json().message).toContain('different request')
})

test('of two concurrent requests with one key, one is executed and the other has no effect', async () => {
  const answers = await Promise.all([map('race'), map('race')])
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses[0]).toBe(200)
  expect([200, 409]).toContain(statuses[1])
})

test('organizations do not share keys', async () => {
  await map('shared')
  const other = await createTestOrganization(service.dependencies)
  const answer = await map('shared', mapping, other.secretKey)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['idempotency-replayed']).toBeUndefined()
})

test.each([
  ['of no characters', ''],
  ['too long', 'x'.repeat(256)],
])('a key %s is refused', async (_what, key) => {
  expect((await map(key)).statusCode).toBe(400)
})

test('after a day a key can be used again', async () => {
  await map('old')
  await pruneIdempotentRequests(service.database.db, new Date(Date.now() + 25 * 3_600_000))
  expect((await map('old')).headers['idempotency-replayed']).toBeUndefined()
})

test('after a day a key can be used again also before the answers are pruned', async () => {
  await map('yesterday')
  passed += 25 * 3_600_000
  const other = await map('yesterday', { ...mapping, sourceModel: 'theirs' })
  expect(other.statusCode).toBe(200)
  expect(other.headers['idempotency-replayed']).toBeUndefined()
  expect((await map('yesterday', { ...mapping, sourceModel: 'theirs' })).body).toBe(other.body)
})

const run = (idempotencyKey: string) =>
  service.app.inject({
    method: 'POST',
    url: '/v1/test/command',
    headers: { 'x-api-key': service.organization.secretKey, 'idempotency-key': idempotencyKey },
  })

const fails = (error: Error) => async () => {
  throw error
}

/** Commits a change to the database in a separate transaction. */
const commit = (fail?: Error) => async () => {
  await service.dependencies.db.transaction().execute(async (tx) => {
    await tx.updateTable('organizations').set({ name: 'Changed' }).execute()
  })
  if (fail) throw fail
}

test.each([
  ['a bug', 500, new Error('a bug')],
  ['a lost database', 503, new Error('Connection terminated unexpectedly')],
])(
  'after %s that follows the effect, the key stays taken, and the answer says so',
  async (what, status, error) => {
    command = commit(error)
    expect((await run(what)).statusCode).toBe(status)
    command = async () => undefined
    const again = await run(what)
    expect(again.statusCode).toBe(409)
    expect(again.json().message).toContain('took effect')
  },
)

test('after a failure that changed nothing, a repeat does the work', async () => {
  command = fails(new Error('a bug'))
  expect((await run('failed early')).statusCode).toBe(500)
  command = commit()
  const again = await run('failed early')
  expect(again.statusCode).toBe(200)
  expect((await run('failed early')).body).toBe(again.body)
})

test('while a request is carried out, a repeat is refused with a wait, however long it takes', async () => {
  const held = Promise.withResolvers<void>()
  command = () => held.promise
  const first = run('long')
  const leasedUntil = async () => {
    const { rows } = await service.database.pool.query(
      `select leased_until from idempotent_requests where idempotency_key = 'long'`,
    )
    return rows[0]?.leased_until?.getTime() ?? 0
  }
  await eventually(async () => expect(await leasedUntil()).toBeGreaterThan(0))
  passed += 9_000
  const before = await leasedUntil()
  await eventually(async () => expect(await leasedUntil()).toBeGreaterThan(before))
  passed += 9_000
  const repeat = await run('long')
  expect(repeat.statusCode).toBe(409)
  expect(repeat.json().message).toContain('still in progress')
  expect(repeat.headers['retry-after']).toBe('1')
  held.resolve()
  expect((await first).statusCode).toBe(200)
})

test.each([
  ['unavailable' as const, 503],
  ['rate_limited' as const, 429],
])('a request refused as %s may be made again with its key', async (kind, status) => {
  command = fails(new AppError(kind, 'Not now'))
  expect((await run(kind)).statusCode).toBe(status)
  command = async () => undefined
  expect((await run(kind)).statusCode).toBe(200)
})

test('secrets that are shown once are neither stored nor shown to a repeated request', async () => {
  const ask = (idempotencyKey: string, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/v1/test/secret',
      headers: {
        'x-api-key': service.organization.secretKey,
        'idempotency-key': idempotencyKey,
        ...headers,
      },
    })
  expect((await ask('shown')).json()).toEqual({ id: 1, key: 'the secret' })
  const repeat = await ask('shown')
  expect(repeat.headers['idempotency-replayed']).toBe('true')
  expect(repeat.json()).toEqual({ id: 1, key: null })
  const refusal = await ask('refused once', { 'x-refuse': 'yes' })
  expect((await ask('refused once')).body).toBe(refusal.body)
  const { rows } = await service.database.pool.query(
    'select to_jsonb(r)::text as text from idempotent_requests r',
  )
  expect(rows.map(({ text }) => text).join()).not.toContain('the secret')
})
