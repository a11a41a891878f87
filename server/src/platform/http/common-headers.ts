import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Puts on every answer what does not depend on the route. */
export function addCommonHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => setCommonHeaders(request, reply))
}

/** What helmet sets, for the errors that come before its hook. */
const SECURITY = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
}

/** The same for an error that comes before any hook. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id)
  if (!reply.hasHeader('x-content-type-options')) void reply.headers(SECURITY)
  // Amounts and addresses of people: neither a browser nor a proxy keeps them.
  const isApi = request.url.startsWith('/v1/')
  if (isApi && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
}
