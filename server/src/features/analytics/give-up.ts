import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { callerGone } from '../../platform/http/caller-gone.ts'
import { whileAwaited } from '../../platform/program/in-turns.ts'

/** Aborts long answers of these routes when the caller disconnects or the service stops. */
export function giveUpUnawaited(app: FastifyInstance): void {
  const stopping = new AbortController()
  app.addHook('preHandler', (_request, reply, done) => {
    whileAwaited(AbortSignal.any([callerGone(reply), stopping.signal]), done)
  })
  app.addHook('preClose', async () => {
    const message = 'The service is stopping; retry'
    stopping.abort(new AppError('unavailable', message, { retryAfterSeconds: 1 }))
  })
}
