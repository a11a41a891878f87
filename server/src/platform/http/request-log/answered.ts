import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The status of a request whose caller hung up before it was answered, as nginx has it. */
const CALLER_LEFT = 499

export type Answered = (request: FastifyRequest, status: number, milliseconds: number) => void

/**
 * Tells of each request exactly once: when its answer is written, or when its caller leaves before.
 * Fastify's onResponse alone never hears of the latter, although their work may have been done.
 */
export function onAnswered(app: FastifyInstance, tell: Answered): void {
  const unanswered = new WeakMap<Socket, Map<FastifyRequest, () => void>>()

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // One listener for a connection, however many requests are on their way through it.
    let waiting = unanswered.get(socket)
    if (!waiting) {
      const opened = new Map<FastifyRequest, () => void>()
      socket.once('close', () => {
        for (const leave of opened.values()) leave()
        opened.clear()
      })
      unanswered.set(socket, opened)
      waiting = opened
    }
    waiting.set(request, () => tell(request, CALLER_LEFT, reply.elapsedTime))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isFirst = unanswered.get(request.raw.socket)?.delete(request) ?? false
    if (isFirst) tell(request, reply.statusCode, reply.elapsedTime)
    done()
  })
}
