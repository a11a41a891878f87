import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiRoute } from './api-route.ts'

/** Puts on every answer what does not depend on the route. */
export function addCommonHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    setCommonHeaders(request, reply)
    done(null, payload)
  })
}

/** What browsers are told to keep from doing with an answer, unless its route says otherwise. */
const SECURITY = Object.entries({
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

/** The same for an error that comes before any hook. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id)
  for (const [name, value] of SECURITY) {
    if (!reply.hasHeader(name)) void reply.header(name, value)
  }
  // Amounts and addresses of people: neither a browser nor a proxy keeps them.
  const isApi = isApiRoute(request) || request.url.startsWith('/v1/')
  if (isApi && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
}
