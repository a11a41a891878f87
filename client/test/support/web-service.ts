import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What `useClient` of `test/runtimes/web.mjs` returns. */
export const EXPECTED = {
  isFlushed: true,
  isClosed: true,
  stored: 250,
  lost: 0,
  missing: 'true web-1',
  data: { isNew: true },
  requestId: 'web-1',
  webhook: { test: 2432232314 },
  inputTokens: 0,
}

/** A service that `test/runtimes/web.mjs` can use. Its first answers are interrupted. */
export async function startWebService() {
  const keys: string[] = []
  let failures = 2
  const answer = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'web-1' })
    response.end(JSON.stringify(body))
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url === '/v1/new') return answer(response, 200, { isNew: true })
    if (request.url !== '/v1/usage/record') {
      const refusal = { message: 'No such customer', code: 'not_found', requestId: 'web-1' }
      return answer(response, 404, refusal)
    }
    if (failures > 0) {
      failures -= 1
      return response.destroy()
    }
    const { records } = JSON.parse(body) as { records: { idempotencyKey: string }[] }
    keys.push(...records.map(({ idempotencyKey }) => idempotencyKey))
    const success = records.map((_record, index) => ({ index, stored: true }))
    return answer(response, 200, { results: { success, failed: [] } })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
