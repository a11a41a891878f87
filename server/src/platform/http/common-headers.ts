import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiRoute } from './api-route.ts'

/**
 * Puts on every answer what does not depend on the route, before whatever may refuse the request or say
 * something else.
 */
export function addCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply)
    done()
  })
}

/** What browsers are told to keep from doing with an answer, unless its route says otherwise. */
const SECURITY = {
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
}

/** The same for an error that comes before any hook; what is there already stays. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.hasHeader('x-request-id')) return
  void reply.header('x-request-id', request.id).headers(SECURITY)
  // Amounts and addresses of people: neither a browser nor a proxy keeps them.
  const isApi = request.url.startsWith('/v1/') || isApiRoute(request)
  if (isApi) void reply.header('cache-control', 'no-store')
}
