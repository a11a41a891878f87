import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The status of a request whose caller hung up before it was answered, as nginx has it. */
const CALLER_LEFT = 499

export type Answered = (request: FastifyRequest, status: number, milliseconds: number) => void

const listeners = new WeakMap<FastifyInstance, Answered[]>()

/**
 * Tells of each request exactly once: when its answer is written, or when its caller leaves before.
 * Fastify's onResponse alone never hears of the latter, although their work may have been done.
 */
export function onAnswered(app: FastifyInstance, tell: Answered): void {
  const others = listeners.get(app)
  if (others) {
    others.push(tell)
    return
  }
  const all = [tell]
  listeners.set(app, all)
  // Whoever listens, a request is followed once.
  followRequests(app, (...answered) => {
    for (const one of all) one(...answered)
  })
}

function followRequests(app: FastifyInstance, tell: Answered): void {
  /** Of a connection, in the order in which they came: nearly always one. */
  const unanswered = new WeakMap<Socket, FastifyReply[]>()

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // One listener for a connection, however many requests are on their way through it.
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
