import { beforeEach, expect, test } from 'vitest'
import { createTestOrganization } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { times, unknownModel } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let key = ''
let now = new Date('2026-03-01T00:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })

beforeEach(async () => {
  key = (await createTestOrganization(t.dependencies)).secretKey
})

const mapping = {
  sourceModel: 'house-model',
  sourceProvider: 'in-house',
  targetModel: 'gpt-4o',
  targetProvider: 'openai',
}

async function post(url: string, payload: object, headers: Record<string, string> = {}) {
  const response = await t.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'x-api-key': key, ...headers },
  })
  return { status: response.statusCode, body: response.json() }
}

const map = (idempotencyKey: string, body: object = mapping) =>
  post('/v1/events/map-model', body, { 'idempotency-key': idempotencyKey })
const recordUnknown = () => post('/v1/usage/record', { records: [unknownModel()] })

test('a repeated Idempotency-Key replays the first answer', async () => {
  await recordUnknown()
  const first = await map('once')
  expect(first.body).toMatchObject({ backfilled: 1 })
  expect(await map('once')).toEqual(first)
})

test('an Idempotency-Key with another body is a 422', async () => {
  await map('once')
  const { status, body } = await map('once', { ...mapping, targetModel: 'gpt-4o-mini' })
  expect(status).toBe(422)
  expect(body.message).toContain('Idempotency-Key')
})

test('five concurrent requests with one Idempotency-Key run once', async () => {
  await recordUnknown()
  const answers = await Promise.all(times(5, () => map('rush')))
  const done = answers.filter(({ status }) => status < 300)
  expect(done.length).toBeGreaterThan(0)
  for (const { body } of done) expect(body).toEqual(done[0]?.body)
  for (const { status } of answers) expect([200, 201, 409]).toContain(status)
})

test('an Idempotency-Key belongs to one organization', async () => {
  await map('shared')
  key = (await createTestOrganization(t.dependencies)).secretKey
  const other = await map('shared', { ...mapping, targetModel: 'gpt-4o-mini' })
  expect(other.status).toBeLessThan(300)
})

test('an Idempotency-Key is still kept after almost 24 hours', async () => {
  await recordUnknown()
  const first = await map('daily')
  now = new Date('2026-03-01T23:59:59Z')
  expect(await map('daily')).toEqual(first)
})

test('a refused request may be repeated, corrected, under the same Idempotency-Key', async () => {
  expect((await map('retry', { ...mapping, colour: 'red' })).status).toBe(400)
  expect((await map('retry')).status).toBeLessThan(300)
})
