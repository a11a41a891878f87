/**
 * Uses the client with Web APIs alone. It is bundled for each runtime without Node, and runs there.
 */
import { anthropicTokens, NotFoundError, Piecework, unwrapWebhook } from '@piecework/client'

/** The published example of the reference libraries of Standard Webhooks. */
const WEBHOOK = {
  body: '{"test": 2432232314}',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
}

export async function useClient(baseUrl) {
  const piecework = new Piecework({
    apiKey: 'pw_sk_live_web',
    baseUrl,
    retryDelay: 10,
    recording: { flushAtExit: true },
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
  const isFlushed = await piecework.flush({ timeout: 10_000 })
  const missing = await piecework.customers.get('a').then(
    () => 'found',
    (error) => `${error instanceof NotFoundError} ${error.requestId}`,
  )
  const asked = piecework.request({ method: 'GET', path: '/v1/new' })
  const { data, requestId } = await asked.withResponse()
  const tolerance = Number.MAX_SAFE_INTEGER
  const { body, headers, secret } = WEBHOOK
  const webhook = await unwrapWebhook(body, headers, { secret, tolerance })
  // There is no process to warn, so the console is used.
  const { inputTokens } = anthropicTokens(undefined)
  const { stored, lost } = piecework.counts
  const isClosed = await piecework.close()
  return { isFlushed, isClosed, stored, lost, missing, data, requestId, webhook, inputTokens }
}
