import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Status logged for a request whose caller disconnected before the response, as in nginx. */
export const CALLER_LEFT = 499

export type Answered = (request: FastifyRequest, status: number, milliseconds: number) => void

const listeners = new WeakMap<FastifyInstance, Answered[]>()

/**
 * Calls `tell` exactly once for each request: when its response is sent, or when its caller
 * disconnects earlier. Fastify's onResponse does not report the latter, although the work may have
 * been done.
 */
export function onAnswered(app: FastifyInstance, tell: Answered): void {
  const others = listeners.get(app)
  if (others) {
    others.push(tell)
    return
  }
  const all = [tell]
  listeners.set(app, all)
  // Requests are tracked once, regardless of the number of listeners.
  followRequests(app, (...answered) => {
    for (const one of all) one(...answered)
  })
}

function followRequests(app: FastifyInstance, tell: Answered): void {
  /** Unanswered requests of each connection in order of arrival, nearly always one. */
  const unanswered = new WeakMap<Socket, FastifyReply[]>()

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // One listener per connection, regardless of its number of open requests.
    let waiting = unanswered.get(socket)
    if (!waiting) {
      const opened: FastifyReply[] = []
      socket.once('close', () => {
        for (const left of opened.splice(0)) tell(left.request, CALLER_LEFT, left.elapsedTime)
      })
      unanswered.set(socket, opened)
      waiting = opened
    }
    waiting.push(reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const waiting = unanswered.get(request.raw.socket) ?? []
    const place = waiting.indexOf(reply)
    if (place !== -1) {
      waiting.splice(place, 1)
      tell(request, reply.statusCode, reply.elapsedTime)
    }
    done()
  })
}
