import type { FastifyRequest } from 'fastify'
import type { Answer } from './service.ts'

const answers = new WeakMap<FastifyRequest, Answer>()

/**
 * Returns a function that stores the response body in the first transaction of the request, if the
 * request has an Idempotency-Key. Call it within the transaction. A repeated request then gets that
 * response even if the process dies after the commit; the final response replaces it.
 */
export function keepAnswer(request: FastifyRequest, status: number): (body: object) => void {
  return (body) => {
    answers.set(request, { status, body: JSON.stringify(body) })
  }
}

export const keptAnswer = (request: FastifyRequest): Answer | undefined => answers.get(request)
