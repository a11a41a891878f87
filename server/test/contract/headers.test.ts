import { describe, expect, test } from 'vitest'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()

const get = (url: string) => t.app.inject({ url })

describe('headers', () => {
  test.each([
    ['without a key', '/v1/invoices', 401],
    ['of an unknown route', '/v1/nothing', 404],
    ['of a malformed address', '/v1/%ff', 400],
  ])('of an answer %s keep it out of caches and frames', async (_, url, status) => {
    const { statusCode, headers } = await get(url)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'strict-transport-security': expect.any(String),
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('of pages prevent use by other sites', async () => {
    const { headers } = await get('/openapi.json')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
  })

  test('of every answer of the API keep it out of caches', async () => {
    const { headers } = await t.api.get('/v1/verify')
    expect(headers['cache-control']).toBe('no-store')
    expect((await get('/openapi.json')).headers['cache-control']).toBeUndefined()
  })
})
