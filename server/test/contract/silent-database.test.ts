import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts'
import { llm, times } from '../support/usage.ts'

let t: TestApp
let proxy: SilentProxy
beforeAll(async () => {
  t = await createTestApp({
    reachDatabase: async (url) => {
      proxy = await startSilentProxy(url)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await t.app.close()
  await t.dependencies.close()
  await proxy.close()
  await t.database.close()
})

const readiness = async () => (await t.app.inject({ url: '/readyz' })).statusCode

/** Starts callers that record one event after the other until stopped. */
function startCallers(count: number) {
  const keys: string[] = []
  const acknowledged = new Map<string, string>()
  let isOver = false
  const call = async (caller: number) => {
    for (let n = 0; !isOver; n += 1) {
      const key = `${caller}-${n}`
      keys.push(key)
      const customerExternalId = `customer-${caller}`
      const { status, body } = await t.api.record(llm({ idempotencyKey: key, customerExternalId }))
      expect([200, 503]).toContain(status)
      for (const entry of body.results?.success ?? []) acknowledged.set(key, entry.eventId)
      await nextTurn()
    }
  }
  const calls = Promise.all(times(count, call))
  return {
    keys,
    acknowledged,
    stop: async () => {
      isOver = true
      await calls
    },
  }
}

test('recording continues within seconds after the network dropped all packets for a while, and nothing is lost or duplicated', async () => {
  // Enough callers that each node of a cluster has some of their customers.
  const callers = startCallers(16)
  const { acknowledged, keys } = callers
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(50), { timeout: 20_000 })
  expect(await readiness()).toBe(200)

  proxy.fallSilent()
  await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 10_000 })
  // Until a lane has closed its connection and cannot open another.
  await vi.waitFor(() => expect(t.dependencies.usage.ingestion.isStuck()).toBe(true), {
    timeout: 15_000,
    interval: 100,
  })
  proxy.passAgain()

  const before = acknowledged.size
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 100), {
    timeout: 20_000,
    interval: 50,
  })
  // One lane may have written all of these while another one still waits for its connection.
  await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 20_000 })
  await callers.stop()

  const { rows } = await t.database.pool.query(
    `select payload::json ->> 'idempotencyKey' as key, id from usage_events`,
  )
  const stored = new Map(rows.map(({ key, id }) => [key, id]))
  for (const [key, eventId] of acknowledged) expect(stored.get(key), key).toBe(eventId)

  // Retries every record without an answer.
  for (const key of keys) {
    if (acknowledged.has(key)) continue
    const customerExternalId = `customer-${key.split('-')[0]}`
    const { body } = await t.api.record(llm({ idempotencyKey: key, customerExternalId }))
    expect(body).toMatchObject({ successful: 1 })
  }
  const count = await t.database.pool.query('select count(*)::int as count from usage_events')
  expect(count.rows).toEqual([{ count: keys.length }])
  await expectRollupsToMatchEvents(t.database.pool)
}, 90_000)
