import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { countEvents, llm, times } from '../support/usage.ts'

let t: TestApp
let databaseGone = false

beforeAll(async () => {
  t = await createTestApp()
  await t.api.record(llm())
})

afterAll(async () => {
  await t.app.close()
  await t.dependencies.close()
  if (!databaseGone) await t.database.close()
})

test('connections that break while batches are written lose and duplicate nothing', async () => {
  const key = 'outage'
  const batches = times(20, (batch) =>
    times(10, (index) => llm({ idempotencyKey: `${key}-${batch}-${index}` })),
  )
  const before = await countEvents(t.database.pool)
  const sent = batches.map((batch) => t.api.record(...batch))
  await t.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
  for (const { status, body } of await Promise.all(sent)) {
    expect([200, 500, 502, 503]).toContain(status)
    for (const entry of body.results?.failed ?? []) expect(entry.code).toBe('INTERNAL_ERROR')
  }
  const again = await Promise.all(batches.map((batch) => t.api.record(...batch)))
  for (const { body } of again) expect(body).toMatchObject({ successful: 10, failed: 0 })
  expect((await countEvents(t.database.pool)) - before).toBe(200)
  await expectRollupsToMatchEvents(t.database.pool)
})

test('a service whose records are stuck is not ready, although its database answers', async () => {
  const { ingestion } = t.dependencies.usage
  const { isStuck } = ingestion
  ingestion.isStuck = () => true
  const ready = await t.app.inject({ url: '/readyz' })
  ingestion.isStuck = isStuck
  expect(ready.statusCode).toBe(503)
  expect(ready.json().message).toContain('Usage records wait')
  expect((await t.app.inject({ url: '/readyz' })).statusCode).toBe(200)
})

test('without its database the service is alive, not ready, and refuses records with a clear error', async () => {
  databaseGone = true
  await t.database.close()
  expect((await t.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  const ready = await t.app.inject({ url: '/readyz' })
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ statusCode: 503, message: expect.any(String) })
  const { status, body } = await t.api.record(llm())
  if (status === 200) {
    expect(body.results.failed).toMatchObject([{ code: 'INTERNAL_ERROR', stored: false }])
  } else {
    expect([500, 503]).toContain(status)
  }
  expect(JSON.stringify(body)).not.toMatch(/postgres|database "|ECONN|test_[0-9a-f]/i)
})
