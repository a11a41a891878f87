import type { FastifyInstance } from 'fastify'
import { loggedPath } from './logged-path.ts'

/** One line for each answered request; never keys, tokens or bodies. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        organizationId: request.principal?.organizationId,
        method: request.method,
        path: loggedPath(request),
        statusCode: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
