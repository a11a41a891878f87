import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as queries from './queries.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False where the header has no meaning: usage records carry keys of their own. */
    idempotencyHeader?: boolean
  }
}

export const KEPT_FOR_MS = 24 * 60 * 60_000
const KEY = /^[\x20-\x7e]{1,255}$/

/**
 * Makes a POST safe to repeat: with an Idempotency-Key, the first answer is kept for a day and given
 * again, and nothing is done twice. A request that failed on our side may be made again.
 */
export function addIdempotencyKeys(app: FastifyInstance, db: Db, now: () => Date): void {
  /** The requests that hold a key and have yet to be answered. */
  const underWay = new WeakMap<FastifyRequest, queries.RequestKey>()

  app.addHook('preHandler', async (request, reply) => {
    const key = requestKeyOf(request)
    if (!key) return
    const requestHash = hashOf(request)
    if (await queries.insertRequest(db, key, requestHash, now())) {
      underWay.set(request, key)
      return
    }
    const first = await queries.findRequest(db, key)
    const { status, body } = firstAnswer(first, requestHash)
    return reply
      .code(status)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(body)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const key = underWay.get(request)
    if (!key) return payload
    underWay.delete(request)
    if (reply.statusCode >= 500) await queries.deleteRequest(db, key)
    else {
      const body = typeof payload === 'string' ? payload : ''
      await queries.updateResponse(db, key, { status: reply.statusCode, body })
    }
    return payload
  })
}

function requestKeyOf(request: FastifyRequest): queries.RequestKey | undefined {
  const idempotencyKey = request.headers['idempotency-key']
  const { idempotencyHeader = true } = request.routeOptions.config
  if (idempotencyKey === undefined || request.method !== 'POST' || !idempotencyHeader) {
    return undefined
  }
  if (!request.principal) return undefined
  if (typeof idempotencyKey !== 'string' || !KEY.test(idempotencyKey)) {
    throw new AppError('invalid', 'Idempotency-Key must be 1 to 255 printable ASCII characters')
  }
  return { organizationId: request.principal.organizationId, idempotencyKey }
}

/** What makes two requests the same: where they go and what they say. */
function hashOf(request: FastifyRequest): Buffer {
  return hash('sha256', `${request.url}\n${JSON.stringify(request.body) ?? ''}`, 'buffer')
}

function firstAnswer(
  first: queries.FirstRequest | undefined,
  requestHash: Buffer,
): { status: number; body: string } {
  if (first && !first.requestHash.equals(requestHash)) {
    const message = 'This Idempotency-Key was used for a different request; use a new key'
    throw new AppError('inconsistent', message)
  }
  if (!first || first.responseStatus === null) {
    throw new AppError(
      'conflict',
      'The first request with this Idempotency-Key has not been answered; look whether it took effect before you use a new key',
    )
  }
  return { status: first.responseStatus, body: first.responseBody ?? '' }
}
