import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchText } from './fetch-text.ts'

const server = createServer((request, response) => {
  if (request.url === '/ok') response.end('ä{}')
  else if (request.url === '/broken') response.writeHead(503).end('later')
  else if (request.url === '/endless') {
    const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
    response.on('close', () => clearInterval(timer))
  }
  // Any other path never responds.
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limits = { timeoutMs: 5_000, maxBytes: 20_000 }

test('gives the whole body', async () => {
  expect(await fetchText(`${base}/ok`, limits)).toBe('ä{}')
})

test('refuses any other answer', async () => {
  await expect(fetchText(`${base}/broken`, limits)).rejects.toThrow('answered with status 503')
})

test('stops reading beyond the limit', async () => {
  await expect(fetchText(`${base}/endless`, limits)).rejects.toThrow('more than 20000 bytes')
})

test('stops waiting after the timeout, before the answer and in the middle of it', async () => {
  const hurry = { timeoutMs: 50, maxBytes: 1_000_000_000 }
  await expect(fetchText(`${base}/silent`, hurry)).rejects.toThrow(/timeout|aborted/i)
  await expect(fetchText(`${base}/endless`, hurry)).rejects.toThrow(/timeout|aborted/i)
})
