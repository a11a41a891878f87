import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApi, createTestOrganization } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { llm, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const LIMIT = 5

const t = useTestApp({ config: { rateLimit: LIMIT }, atEnd: expectRollupsToAddUp })
const { api, publishable } = useOrganizationPerTest(t)

beforeEach(() => {
  // Freezes the clock, so that the counting window lasts for the whole test on any machine.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})

afterEach(() => vi.useRealTimers())

const useUp = async () => {
  for (const _ of times(LIMIT, (index) => index)) {
    expect((await api.get('/v1/verify')).status).toBe(200)
  }
}

test('the request past the limit gets 429, with the wait in Retry-After', async () => {
  await useUp()
  const { status, headers, body } = await api.get('/v1/verify')
  expect(status).toBe(429)
  expect(String(headers['retry-after'])).toMatch(/^[1-9]\d*$/)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(body).toMatchObject({
    message: expect.any(String),
    error: expect.any(String),
    statusCode: 429,
    requestId: headers['x-request-id'],
  })
})

test('calls of routes that do not exist count too', async () => {
  await useUp()
  expect((await api.get('/v1/no-such-route')).status).toBe(429)
})

test('of parallel requests exactly the limit passes', async () => {
  const answers = await Promise.all(times(20, () => api.get('/v1/verify')))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...times(LIMIT, () => 200), ...times(20 - LIMIT, () => 429)])
})

test('all routes count together', async () => {
  await api.get('/v1/events')
  await api.get('/v1/services?limit=1')
  await api.record(llm())
  await api.post('/v1/usage/record', {})
  await api.get('/v1/events?limit=0')
  expect((await api.get('/v1/verify')).status).toBe(429)
})

test('a refused record is not stored', async () => {
  await useUp()
  const { status } = await storesNothing(t.database.pool, () => api.record(llm()))
  expect(status).toBe(429)
})

test('the limit is each key’s own', async () => {
  await useUp()
  expect((await api.get('/v1/verify')).status).toBe(429)
  expect((await publishable.get('/v1/verify')).status).toBe(200)
  const other = await createTestOrganization(t.dependencies)
  expect((await createApi(t.app, other.secretKey).get('/v1/verify')).status).toBe(200)
})

test('health checks are never limited', async () => {
  for (const url of ['/healthz', '/readyz']) {
    for (const _ of times(LIMIT * 3, (index) => index)) {
      expect((await t.app.inject({ url })).statusCode, url).toBe(200)
    }
  }
})

test('the count starts again in the next second', async () => {
  await useUp()
  vi.setSystemTime(Date.now() + 1_001)
  expect((await api.get('/v1/verify')).status).toBe(200)
})
