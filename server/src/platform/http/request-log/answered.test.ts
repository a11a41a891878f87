import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../test/support/waiting.ts'
import { closeWithin } from '../close.ts'
import { onAnswered } from './answered.ts'

type Told = { url: string; status: number }

/** Starts an app whose route `/slow` responds when `release` is called. */
async function given() {
  const app = fastify()
  const told: Told[] = []
  onAnswered(app, ({ url }, status) => told.push({ url, status }))
  const slow = Promise.withResolvers<void>()
  let begun = 0
  app.get('/slow', async () => {
    begun += 1
    await slow.promise
    return 'done'
  })
  app.get('/quick', async () => 'done')
  closeWithin(app, 200)
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  onTestFinished(() => app.close())
  const caller = () => {
    const socket = connect(Number(address.port), address.hostname)
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const begin = async (count: number) => eventually(() => expect(begun).toBe(count))
  return { app, told, release: slow.resolve, caller, begin, address }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

test('an answered request is reported once', async () => {
  const { told, address, app } = await given()
  await fetch(new URL('/quick', address))
  await fetch(new URL('/nothing-here', address))
  await app.close()
  expect(told).toEqual([
    { url: '/quick', status: 200 },
    { url: '/nothing-here', status: 404 },
  ])
})

test('a caller that disconnects before the answer is reported once, as 499', async () => {
  const { told, caller, begin, release, app } = await given()
  const socket = caller()
  socket.write(get('/slow'))
  await begin(1)
  socket.destroy()
  await eventually(() => expect(told).toEqual([{ url: '/slow', status: 499 }]))
  release()
  await app.close()
  expect(told).toHaveLength(1)
})

test('every request that waits on a closed connection is reported once, as 499', async () => {
  const { told, caller, begin, release, app } = await given()
  const socket = caller()
  socket.write(get('/quick') + get('/slow') + get('/slow') + get('/quick'))
  socket.pipe(new Writable({ write: (_chunk, _encoding, done) => done() }))
  await begin(2)
  socket.destroy()
  await eventually(() => expect(told).toHaveLength(4))
  release()
  await app.close()
  expect(told.map(({ url, status }) => `${url} ${status}`).sort()).toEqual([
    '/quick 200',
    '/quick 499',
    '/slow 499',
    '/slow 499',
  ])
})

test('a half-sent request does not keep the service from closing', async () => {
  const { app, caller } = await given()
  const socket = caller()
  socket.write('GET /quick HTTP/1.1\r\nhost: x\r\n')
  const [connection] = await once(app.server, 'connection')
  await eventually(() => expect(connection.bytesRead).toBeGreaterThan(0))
  await app.close()
})

test('a request under way is answered before the service closes', async () => {
  const { app, begin, release, address } = await given()
  const answer = fetch(new URL('/slow', address))
  await begin(1)
  const closed = app.close()
  release()
  expect(await (await answer).text()).toBe('done')
  await closed
})
