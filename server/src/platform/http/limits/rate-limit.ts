import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { AppError } from '../../errors.ts'

const WINDOW_MS = 1_000
const KEYS_MAX = 10_000

export type RateLimit = {
  /** Requests per second and key; 0 for no limit. */
  perSecond: number
  /** Returns the key of a request; undefined for requests without a limit. */
  keyOf: (request: FastifyRequest) => string | undefined
}

/**
 * Limits the requests of each key. Register it after authentication and before the routes. Returns
 * the hook that limits requests without a route, for the handler that answers them.
 */
export async function addRateLimit(
  app: FastifyInstance,
  limit: RateLimit,
): Promise<{ preHandler?: preHandlerHookHandler }> {
  if (limit.perSecond === 0) return {}
  await app.register(rateLimit, {
    max: limit.perSecond,
    timeWindow: WINDOW_MS,
    cache: KEYS_MAX,
    // Authentication runs earlier, in onRequest.
    hook: 'preParsing',
    keyGenerator: (request) => limit.keyOf(request) ?? '',
    allowList: (request) => limit.keyOf(request) === undefined,
    errorResponseBuilder: (_request, { max, ttl }) =>
      new AppError('rate_limited', `This key may make ${max} requests per second; slow down`, {
        retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)),
      }),
  })
  return { preHandler: app.rateLimit() }
}
