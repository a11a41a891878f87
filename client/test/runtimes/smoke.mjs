/**
 * Checks what a runtime must support to run the client. Each runtime runs it next to the package.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import process from 'node:process'
import { anthropicTokens, NotFoundError, Piecework } from '@piecework/client'

const received = []
let failures = 2
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const answer = (status, content) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'smoke-1' })
    response.end(JSON.stringify(content))
  }
  if (request.url?.startsWith('/v1/customers')) {
    return answer(404, { message: 'No such customer', code: 'not_found', requestId: 'smoke-1' })
  }
  if (failures > 0) {
    failures -= 1
    return response.destroy()
  }
  const { records } = JSON.parse(body)
  received.push(...records)
  const success = records.map((_record, index) => ({ index, stored: true }))
  return answer(200, { results: { success, failed: [] } })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address()

const piecework = new Piecework({
  apiKey: 'pw_sk_live_smoke',
  baseUrl: `http://127.0.0.1:${port}`,
  retryDelay: 10,
  recording: { flushAtExit: true, flushInterval: 50 },
})
for (let id = 0; id < 250; id++) {
  piecework.record({
    customerExternalId: 'acme',
    agentCode: 'agent',
    signalName: 'signal',
    model: 'claude-sonnet-4-5',
    modelProvider: 'anthropic',
    ...anthropicTokens({ input_tokens: 5, cache_read_input_tokens: 10, output_tokens: 1 }),
  })
}
assert.equal(await piecework.flush(), true)
assert.equal(received.length, 250)
assert.equal(new Set(received.map(({ idempotencyKey }) => idempotencyKey)).size, 250)
assert.equal(received[0].inputTokens, 15)
assert.equal(piecework.counts.stored, 250)
const warned = new Promise((resolve) => process.once('warning', resolve))
assert.equal(anthropicTokens(undefined).inputTokens, 0)
assert.match((await warned).message, /anthropicTokens was given no usage/)
await assert.rejects(
  async () => await piecework.customers.get('a'),
  (error) => error instanceof NotFoundError && error.requestId === 'smoke-1',
)
await assert.rejects(
  async () => await piecework.customers.get('a', { signal: AbortSignal.abort(new Error('left')) }),
  /left/,
)
await piecework.close()
server.close()
server.closeAllConnections?.()
console.log('ok')
