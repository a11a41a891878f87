import type { FastifyInstance, FastifyReply } from 'fastify'
import { whileCallerWaits } from '../database/awaited.ts'
import { AppError } from '../errors.ts'

/**
 * Returns a signal that aborts when the connection closes before the response is complete, even if
 * the service closed it.
 */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished)
      gone.abort(new AppError('unavailable', 'The caller closed the connection'))
  })
  return gone.signal
}

/**
 * Ends the statements of a read request when its caller disconnects. Register it before the routes.
 * Changes continue, because the caller may ask for their result later.
 */
export function endReadsWithCaller(app: FastifyInstance): void {
  app.addHook('preHandler', ({ method, routeOptions }, reply, done) => {
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && routeOptions.url?.startsWith('/v1/')) whileCallerWaits(callerGone(reply), done)
    else done()
  })
}
