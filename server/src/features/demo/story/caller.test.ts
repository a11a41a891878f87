import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createCaller } from './caller.ts'

test('after an abort the request under way is answered, and no other begins', async () => {
  const begun = Promise.withResolvers<() => void>()
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    begun.resolve(() => response.end('"stored"'))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stopping = new AbortController()
  const caller = createCaller({ origin: `http://127.0.0.1:${port}`, key: 'key' }, stopping.signal)
  const underWay = caller.post('/v1/agents', {})
  const answer = await begun.promise
  stopping.abort()
  await expect(caller.post('/v1/agents', {})).rejects.toThrow('aborted')
  answer()
  expect(await underWay).toBe('stored')
  expect(requests).toBe(1)
})
