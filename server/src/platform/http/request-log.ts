import type { FastifyInstance } from 'fastify'
import { onAnswered } from './answered.ts'
import { loggedPath } from './logged-path.ts'

/** One line for each answered request; never keys, tokens or bodies. */
export function addRequestLog(app: FastifyInstance): void {
  onAnswered(app, (request, statusCode, milliseconds) => {
    request.log.info(
      {
        organizationId: request.principal?.organizationId,
        method: request.method,
        path: loggedPath(request.url),
        statusCode,
        milliseconds: Math.round(milliseconds * 10) / 10,
      },
      'request',
    )
  })
}
