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

/** What browsers are told to keep from doing with any answer, unless its route says otherwise. */
const OF_ALL = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}
/** Amounts and addresses of people: neither a browser nor a proxy keeps them. */
const OF_API = { ...OF_ALL, 'cache-control': 'no-store' }
/** What means something for pages alone: an answer of the API would only be longer. */
const OF_PAGES = {
  ...OF_ALL,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** The same for an error that comes before any hook; what is there already stays. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.hasHeader('x-request-id')) return
  const isApi = request.url.startsWith('/v1/') || isApiRoute(request)
  void reply.header('x-request-id', request.id).headers(isApi ? OF_API : OF_PAGES)
}
