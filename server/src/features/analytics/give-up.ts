import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { whileAwaited } from './in-turns.ts'

const STOPPING = 'The service is stopping; retry'
const GONE = 'The caller closed the connection'

/** Ends long answers of these routes when their caller has gone away, or the service stops. */
export function giveUpUnawaited(app: FastifyInstance): void {
  const underWay = new Set<AbortController>()
  app.addHook('preHandler', (_request, reply, done) => {
    const answer = new AbortController()
    underWay.add(answer)
    reply.raw.once('close', () => {
      underWay.delete(answer)
      answer.abort(new AppError('unavailable', GONE))
    })
    whileAwaited(answer.signal, done)
  })
  app.addHook('preClose', async () => {
    const stopping = new AppError('unavailable', STOPPING, { retryAfterSeconds: 1 })
    for (const answer of underWay) answer.abort(stopping)
  })
}
