import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onAnswered } from './answered.ts'
import { loggedPath } from './logged-path.ts'

/** Asked every few seconds by machines: at the level info they would bury all else. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * One line for each answered request, with what `callerOf` says of who made it; never keys, tokens or
 * bodies. A probe that succeeds is logged at the level debug; one that fails, as any other request.
 */
export function addRequestLog(
  app: FastifyInstance,
  callerOf: (request: FastifyRequest) => Record<string, string>,
): void {
  onAnswered(app, (request, statusCode, milliseconds) => {
    const isQuiet = statusCode < 400 && PROBES.has(request.routeOptions.url ?? '')
    request.log[isQuiet ? 'debug' : 'info'](
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
