import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiRoute } from './api-route.ts'

/**
 * Sets the headers that do not depend on the route. Register it before hooks that may refuse the
 * request or override a header.
 */
export function addCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply)
    done()
  })
}

/** Security headers of every response, unless the route overrides them. */
const OF_ALL = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}
/** API responses contain amounts and personal data, so browsers and proxies must not store them. */
const OF_API = { ...OF_ALL, 'cache-control': 'no-store' }
/** Headers that matter only for pages and would just enlarge API responses. */
const OF_PAGES = {
  ...OF_ALL,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/**
 * Sets the common headers, also for errors that occur before any hook. Does nothing if they are
 * already set.
 */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.hasHeader('x-request-id')) return
  const isApi = request.url.startsWith('/v1/') || isApiRoute(request)
  void reply.header('x-request-id', request.id).headers(isApi ? OF_API : OF_PAGES)
}
