import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { GuessLimit } from '../limits/guess-limit.ts'

export type MetricsAccess = {
  config: { metricsToken: string | undefined; trustProxy: unknown }
  guessLimit: GuessLimit
}

/**
 * Throws unless the request comes from this machine or has the metrics token. Metrics reveal
 * business figures.
 */
export function refuseStrangers(
  request: FastifyRequest,
  { config: { metricsToken, trustProxy }, guessLimit }: MetricsAccess,
): void {
  if (isFromHere(request, trustProxy !== false)) return
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (sent !== undefined && metricsToken !== undefined && isSame(sent, metricsToken)) return
  if (sent !== undefined) guessLimit.refuse(request)
  throw new AppError(
    'unauthenticated',
    'Metrics are for this machine; from elsewhere set METRICS_TOKEN and send Authorization: Bearer',
  )
}

/**
 * A request forwarded by a local proxy is not local. Only a trusted proxy states the client's
 * address; otherwise the client is unknown.
 */
function isFromHere({ ip, headers }: FastifyRequest, trustsProxy: boolean): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return /^(127\.|::1$|::ffff:127\.)/.test(ip) && (trustsProxy || !isForwarded)
}

function isSame(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(expected))
}
