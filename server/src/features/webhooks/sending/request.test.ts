import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAddressGuard } from '../../../platform/outgoing/address-guard.ts'
import { startReceiver } from '../test-support.ts'
import { createRequester } from './request.ts'

const opened: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
const opening = <T extends { close: () => unknown }>(one: T): T => {
  opened.push(one)
  return one
}

const LOOPBACK = ['127.0.0.0/8', '::1']
const post = (url: string, guard = createAddressGuard(LOOPBACK), within?: number) =>
  opening(createRequester({ guard, httpGuard: guard }, within)).post({
    url,
    headers: {},
    body: '{"type":"a"}',
  })

test('a name that leads to a private address at the time of connecting is refused', async () => {
  const { url, received } = opening(await startReceiver())
  const { port } = new URL(url)
  // The name had a public address when it was checked first.
  const answers = ['8.8.8.8', '127.0.0.1']
  const guard = createAddressGuard([], async () => [
    { address: answers.shift() ?? '127.0.0.1', family: 4 },
  ])
  answers.shift()
  expect(await post(`http://rebound.example:${port}/`, guard)).toMatchObject({
    result: 'refused',
    error: 'rebound.example does not lead to an allowed address',
  })
  expect(received).toEqual([])
})

test('localhost is refused where it is not allowed', async () => {
  const { url, received } = opening(await startReceiver())
  const { port } = new URL(url)
  const guard = createAddressGuard([])
  for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433', '[::ffff:127.0.0.1]']) {
    expect(await post(`http://${host}:${port}/`, guard), host).toMatchObject({ result: 'refused' })
  }
  expect(received).toEqual([])
})

test('keeps a kilobyte of the answer and reads no endless one to its end', async () => {
  const { url } = opening(
    await startReceiver((response) => {
      const more = () => {
        if (response.destroyed) return
        response.write('x'.repeat(10_000))
        setImmediate(more)
      }
      more()
    }),
  )
  const answer = await post(url)
  expect(answer).toMatchObject({ result: 'answered', status: 200 })
  expect(answer.response).toHaveLength(1_024)
})

test('an answer that never comes, or never ends, times out', async () => {
  const silent = opening(await startReceiver(() => undefined))
  expect(await post(silent.url, undefined, 200)).toMatchObject({
    result: 'timed_out',
    status: null,
  })
  const endless = opening(await startReceiver((response) => void response.write('a')))
  expect(await post(endless.url, undefined, 200)).toMatchObject({ result: 'timed_out' })
})

test('an answer just before the limit counts', async () => {
  const late = opening(
    await startReceiver((response) => void setTimeout(() => response.end('late'), 800)),
  )
  expect(await post(late.url, undefined, 2_000)).toMatchObject({ result: 'answered', status: 200 })
})

test('a receiver that is not there is unreachable', async () => {
  const { url, close } = await startReceiver()
  await close()
  expect(await post(url)).toMatchObject({ result: 'unreachable', status: null })
})

test('an idle connection that the receiver closed is replaced', async () => {
  const { url, received, close } = await startReceiver()
  opened.push({ close })
  const guard = createAddressGuard(LOOPBACK)
  const requester = opening(createRequester({ guard, httpGuard: guard }))
  const request = { url, headers: {}, body: '{"type":"a"}' }
  for (let n = 0; n < 3; n += 1) {
    expect(await requester.post(request)).toMatchObject({ result: 'answered' })
  }
  expect(received).toHaveLength(3)
})

/** Starts a server that writes this text to each connection; without text it closes them. */
const startRaw = (text: string | undefined) =>
  startListener((socket) => {
    socket.once('data', () => (text === undefined ? socket.end() : socket.write(text)))
  })

/** Starts a server that handles its connections itself. */
async function startListener(handle: (socket: net.Socket) => void) {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(server)
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`
}

test('an offer to change the protocol is an answer', async () => {
  const offer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n'
  expect(await post(await startRaw(offer))).toMatchObject({ result: 'answered', status: 101 })
})

test('a connection that is closed without an answer is unreachable', async () => {
  expect(await post(await startRaw(undefined))).toMatchObject({ result: 'unreachable' })
})

test('the error of a name whose addresses all fail is that of the first one', async () => {
  const { url, close } = await startReceiver()
  await close()
  const { port } = new URL(url)
  const guard = createAddressGuard(LOOPBACK, async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
  expect(await post(`http://down.example:${port}/`, guard)).toMatchObject({
    result: 'unreachable',
    error: `connect ECONNREFUSED 127.0.0.1:${port}`,
  })
})

test('two idle connections that the receiver resets give an error with a text', async () => {
  const asked = new WeakSet<net.Socket>()
  const waiting: net.Socket[] = []
  const url = await startListener((socket) => {
    socket.on('data', () => {
      if (asked.has(socket)) return void socket.resetAndDestroy()
      asked.add(socket)
      waiting.push(socket)
      if (waiting.length < 2) return
      for (const one of waiting) one.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
  })
  const guard = createAddressGuard(LOOPBACK)
  const requester = opening(createRequester({ guard, httpGuard: guard }))
  const request = { url, headers: {}, body: '{"type":"a"}' }
  await Promise.all([requester.post(request), requester.post(request)])
  expect(await requester.post(request)).toMatchObject({
    result: 'unreachable',
    error: 'The connection was closed without an answer',
  })
})

test('a receiver that keeps sending interim answers is cut off', async () => {
  const interim = (count: number) => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(count)
  const few = `${interim(20)}HTTP/1.1 204 No Content\r\n\r\n`
  expect(await post(await startRaw(few))).toMatchObject({ result: 'answered', status: 204 })
  const url = await startListener((socket) => {
    const more = () => {
      if (socket.destroyed) return
      socket.write(interim(5))
      setImmediate(more)
    }
    socket.once('data', more)
  })
  expect(await post(url, undefined, 5_000)).toMatchObject({
    result: 'unreachable',
    error: 'Too many interim answers',
  })
})
