import type { FastifyInstance, FastifyReply } from 'fastify'
import { whileCallerWaits } from '../database/awaited.ts'
import { AppError } from '../errors.ts'

/** Aborted when the caller goes away before it has the whole answer, also because the service closed its connection. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished)
      gone.abort(new AppError('unavailable', 'The caller closed the connection'))
  })
  return gone.signal
}

/**
 * Ends the statements of a read once its caller has gone away; register it before the routes. A change goes on: its
 * caller may ask again what became of it.
 */
export function endReadsWithCaller(app: FastifyInstance): void {
  app.addHook('preHandler', ({ method, routeOptions }, reply, done) => {
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && routeOptions.url?.startsWith('/v1/')) whileCallerWaits(callerGone(reply), done)
    else done()
  })
}
