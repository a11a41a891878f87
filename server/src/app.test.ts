import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../test/support/app.ts'
import { eventually } from '../test/support/waiting.ts'
import type { Config } from './config.ts'

/** Returns the client address that the app sees for a request forwarded by two proxies. */
async function callerOf(trustProxy: Config['trustProxy']): Promise<string> {
  const t = await createTestApp({ config: { trustProxy } })
  onTestFinished(() => t.close())
  t.app.get('/test/ip', { config: { scope: 'public' } }, async ({ ip }) => ip)
  const { body } = await t.app.inject({
    url: '/test/ip',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': '203.0.113.66, 198.51.100.7' },
  })
  return body
}

test.each([
  [false as const, '10.0.0.1'],
  [1, '198.51.100.7'],
  [2, '203.0.113.66'],
  [['10.0.0.0/8'], '198.51.100.7'],
  [['192.0.2.1'], '10.0.0.1'],
])('with TRUST_PROXY %j the caller is %s', async (trustProxy, caller) => {
  expect(await callerOf(trustProxy)).toBe(caller)
})

test('a request that is never finished keeps nothing from stopping', async () => {
  const t = await createTestApp()
  const { app } = t
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(address.port), address.hostname)
  socket.on('error', () => undefined)
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  const [connection] = await once(app.server, 'connection')
  await eventually(() => expect(connection.bytesRead).toBeGreaterThan(0))
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
  await t.close()
})

test('a request whose headers do not arrive in time is ended while the service runs', async () => {
  const t = await createTestApp()
  onTestFinished(() => t.close())
  expect(t.app.server.headersTimeout).toBe(15_000)
  expect(t.app.server.requestTimeout).toBe(60_000)
})
