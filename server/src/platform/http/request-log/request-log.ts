import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onAnswered } from './answered.ts'
import { loggedPath } from './logged-path.ts'

/**
 * One line for each answered request, with what `callerOf` says of who made it; never keys, tokens or
 * bodies.
 */
export function addRequestLog(
  app: FastifyInstance,
  callerOf: (request: FastifyRequest) => Record<string, string>,
): void {
  onAnswered(app, (request, statusCode, milliseconds) => {
    request.log.info(
      {
        ...callerOf(request),
        method: request.method,
        path: loggedPath(request.url),
        statusCode,
        milliseconds: Math.round(milliseconds * 10) / 10,
      },
      'request',
    )
  })
}
