import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateKey } from '../../src/features/auth/key.ts'
import { useTestApp } from '../support/use-app.ts'

const GUESSES = 1_200

const t = useTestApp()

type Get = { url: string; headers?: Record<string, string>; remoteAddress: string }
const get = (request: Get) => t.app.inject({ method: 'GET', ...request })

/** Counts the answers by status, and returns the last Retry-After. */
async function guess(request: (index: number) => Get) {
  const counts: Record<number, number> = {}
  let retryAfter: unknown
  for (let begun = 0; begun < GUESSES; begun += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => get(request(begun + index)))
    for (const { statusCode, headers } of await Promise.all(batch)) {
      counts[statusCode] = (counts[statusCode] ?? 0) + 1
      retryAfter = headers['retry-after'] ?? retryAfter
    }
  }
  return { counts, retryAfter: Number(retryAfter) }
}

const verify = (key: string, remoteAddress: string) =>
  get({ url: '/v1/verify', headers: { 'x-api-key': key }, remoteAddress })

test('guessing keys is rate limited, and valid keys from the same address are not', async () => {
  const remoteAddress = '192.0.2.1'
  const { counts, retryAfter } = await guess(() => ({
    url: '/v1/verify',
    headers: { 'x-api-key': generateKey('secret', 'test') },
    remoteAddress,
  }))
  expect(counts).toEqual({ 401: 1_000, 429: 200 })
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(60)
  const { secretKey, publishableKey } = t.organization
  expect((await verify(secretKey, remoteAddress)).statusCode).toBe(200)
  expect((await verify(publishableKey, remoteAddress)).statusCode).toBe(200)
  expect((await verify(generateKey('secret', 'test'), '192.0.2.2')).statusCode).toBe(401)
})

test('guessing keys on an unknown route is rate limited too', async () => {
  const { counts } = await guess(() => ({
    url: '/v1/nothing-here',
    headers: { 'x-api-key': generateKey('secret', 'test') },
    remoteAddress: '192.0.2.3',
  }))
  expect(counts).toEqual({ 404: 1_000, 429: 200 })
})

test('guessing payment links is rate limited, also across the addresses of one network', async () => {
  const { counts } = await guess((index) => ({
    url: `/pay/${randomBytes(32).toString('base64url')}`,
    remoteAddress: `2001:db8:1:2::${(index % 500).toString(16)}`,
  }))
  expect(counts).toEqual({ 404: 1_000, 429: 200 })
})
