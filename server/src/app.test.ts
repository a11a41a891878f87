import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../test/support/app.ts'
import { eventually, untilWaiting } from '../test/support/waiting.ts'
import { trustedProxies } from './app.ts'

test.each([
  [false as const, '10.0.0.1'],
  [1, '198.51.100.7'],
  [2, '203.0.113.66'],
  [['10.0.0.0/8'], '198.51.100.7'],
  [['192.0.2.1'], '10.0.0.1'],
])('with TRUST_PROXY %j the caller is %s', async (trustProxy, caller) => {
  const app = fastify({ trustProxy: trustedProxies({ trustProxy }) })
  app.get('/ip', async ({ ip }) => ip)
  const { body } = await app.inject({
    url: '/ip',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': '203.0.113.66, 198.51.100.7' },
  })
  expect(body).toBe(caller)
})

test('the app goes by TRUST_PROXY', async () => {
  const t = await createTestApp({ config: { trustProxy: 1 } })
  onTestFinished(() => t.close())
  t.app.get('/test/ip', { config: { scope: 'public' } }, async ({ ip }) => ip)
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const { body } = await t.app.inject({ url: '/test/ip', remoteAddress: '10.0.0.1', headers })
  expect(body).toBe('198.51.100.7')
})

/** Closes an app while the time passes that requests under way get. */
async function closeInTime(app: TestApp['app']): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isClosed = false
  const closing = app.close().then(() => {
    isClosed = true
  })
  for (let second = 0; second < 10; second += 1) {
    await nextTurn()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  vi.useRealTimers()
  await eventually(() => expect(isClosed).toBe(true))
  await closing
}

test('a request that is never finished keeps nothing from stopping', async () => {
  const t = await createTestApp()
  const { app } = t
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(address.port), address.hostname)
  socket.on('error', () => undefined)
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  const [connection] = await once(app.server, 'connection')
  await eventually(() => expect(connection.bytesRead).toBeGreaterThan(0))
  await closeInTime(app)
  await t.close()
})

test('a list and a change that wait for a lock are cut by the stop, and nothing of them stays', async () => {
  const t = await createTestApp()
  const holder = await t.database.pool.connect()
  onTestFinished(async () => {
    holder.release(true)
    await t.database.close()
  })
  const url = `${await t.app.listen({ port: 0, host: '127.0.0.1' })}/v1/agents`
  await holder.query('begin')
  await holder.query('lock table agents in access exclusive mode')
  const headers = { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Support', agentCode: 'support' })
  const answers = [fetch(url, { headers }), fetch(url, { method: 'POST', headers, body })].map(
    (answer) => expect(answer).rejects.toThrow(),
  )
  // The page of the list, its count, and the insert.
  await untilWaiting(t.database.pool, 3)
  await closeInTime(t.app)
  await t.dependencies.close()
  await Promise.all(answers)
  await untilWaiting(t.database.pool, 0)
  await holder.query('rollback')
  expect((await t.database.pool.query('select from agents')).rowCount).toBe(0)
})

test('a request whose headers do not arrive in time is ended while the service runs', async () => {
  const t = await createTestApp()
  onTestFinished(() => t.close())
  expect(t.app.server.headersTimeout).toBe(15_000)
  expect(t.app.server.requestTimeout).toBe(60_000)
})
