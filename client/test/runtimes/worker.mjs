/** A worker as Cloudflare runs it, with a client for each request. */
import { Piecework } from '@piecework/client'
import { useClient } from './web.mjs'

const record = (id) => ({
  customerExternalId: 'acme',
  agentCode: 'agent',
  signalName: 'signal',
  model: 'm',
  modelProvider: 'p',
  idempotencyKey: id,
})

export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/use') return Response.json(await useClient(env.PIECEWORK_BASE_URL))
    const piecework = new Piecework({
      apiKey: env.PIECEWORK_API_KEY,
      baseUrl: env.PIECEWORK_BASE_URL,
    })
    piecework.record(record(searchParams.get('id')))
    context.waitUntil(piecework.close({ timeout: 10_000 }))
    return new Response('answered')
  },
}
