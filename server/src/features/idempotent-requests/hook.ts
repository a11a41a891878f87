import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database.ts'
import { AppError, type ErrorKind } from '../../platform/errors.ts'
import { failureOf } from '../../platform/http/error-handler.ts'
import type { RequestKey } from './queries.ts'
import { type Answer, type Outcome, settleKey, takeKey } from './service.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False where the header has no meaning: usage records carry keys of their own. */
    idempotencyHeader?: boolean
  }
}

const KEY = /^[\x20-\x7e]{1,255}$/

/**
 * Makes a POST safe to repeat: with an Idempotency-Key, the first answer is kept for a day and given
 * again, and nothing is done twice. Only a request refused before it did anything may be made again.
 */
export function addIdempotencyKeys(app: FastifyInstance, db: Db, now: () => Date): void {
  /** The requests that hold a key and have yet to be answered. */
  const underWay = new WeakMap<FastifyRequest, RequestKey>()

  app.addHook('preHandler', async (request, reply) => {
    const key = requestKeyOf(request)
    if (!key) return
    const first = await takeKey(db, key, hashOf(request), now())
    if (!first) {
      underWay.set(request, key)
      return
    }
    return reply
      .code(first.status)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(first.body)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const key = underWay.get(request)
    if (!key) return payload
    underWay.delete(request)
    const body = typeof payload === 'string' ? payload : ''
    await settleKey(db, key, outcomeOf(request, { status: reply.statusCode, body }))
    return payload
  })
}

/** Only the refusals that say so come before any effect; a lost database may come after COMMIT. */
function outcomeOf(request: FastifyRequest, answer: Answer): Outcome {
  const failure = failureOf(request)
  if (failure instanceof AppError && TRY_AGAIN.has(failure.kind)) return { kind: 'not_begun' }
  return answer.status >= 500 ? { kind: 'unknown' } : { kind: 'answered', ...answer }
}

const TRY_AGAIN: ReadonlySet<ErrorKind> = new Set(['unavailable', 'rate_limited'])

function requestKeyOf(request: FastifyRequest): RequestKey | undefined {
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
