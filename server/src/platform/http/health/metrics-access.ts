import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { GuessLimit } from '../limits/guess-limit.ts'

export type MetricsAccess = {
  config: { metricsToken: string | undefined; trustProxy: unknown }
  guessLimit: GuessLimit
}

/** Metrics say how a business does: they are for this machine, and for whoever brings the token. */
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

/** A proxy on this machine is not who asks: unless it is trusted to say who does, nobody is known. */
function isFromHere({ ip, headers }: FastifyRequest, trustsProxy: boolean): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return /^(127\.|::1$|::ffff:127\.)/.test(ip) && (trustsProxy || !isForwarded)
}

function isSame(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(expected))
}
