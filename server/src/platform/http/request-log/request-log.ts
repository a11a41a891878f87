import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onAnswered } from './answered.ts'
import { loggedPath } from './logged-path.ts'

/** Probed by machines every few seconds; at level info they would bury all other lines. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Logs one line for each request, with the caller as returned by `callerOf`, but never keys, tokens
 * or bodies. A successful probe is logged at level debug, a failed one like any other request.
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
