import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CommitGuard, guardCommits } from '../../platform/database/commit-guard.ts'
import type { Db } from '../../platform/database.ts'
import type { ErrorKind } from '../../platform/error-codes.ts'
import { AppError } from '../../platform/errors.ts'
import { failureOf } from '../../platform/http/error-handler.ts'
import type { Log } from '../../platform/log.ts'
import { isAuthenticated, isVisitor, organizationOf, visitorOf } from '../auth/principal.ts'
import { keptAnswer } from './kept-answer.ts'
import { createLeases } from './leases.ts'
import {
  type Answer,
  type Claim,
  claimKey,
  createGuard,
  finishKey,
  type Outcome,
  type RequestKey,
} from './service.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False where the header is ignored: usage records carry their own keys. */
    idempotencyHeader?: boolean
    /** Set where a request without the header is refused. */
    idempotencyKey?: 'required'
    /** Response fields that are shown only once: a repeated request gets null instead. */
    shownOnce?: readonly string[]
  }
}

const KEY = /^[\x20-\x7e]{1,255}$/

export type IdempotencyDeps = { db: Db; log: Log; now: () => Date }

/**
 * Makes a POST safe to repeat. With an Idempotency-Key, the first response is stored for a day and
 * returned again, and nothing is done twice. A request that had no effect may be repeated, even
 * after its process died.
 */
export function addIdempotencyKeys(app: FastifyInstance, deps: IdempotencyDeps): void {
  const { db, log, now } = deps
  /** The requests that hold a key and are not answered yet. */
  const underWay = new WeakMap<
    FastifyRequest,
    { claim: Claim; guard: CommitGuard; stop: () => void }
  >()
  const leases = createLeases(deps)
  app.addHook('onClose', async () => leases.close())

  app.addHook('preHandler', (request, reply, done) => {
    const key = requestKeyOf(request)
    // No promise here or below, because nearly every request comes without a key.
    if (!key) return done()
    return take(key, request, reply)
  })
  async function take(key: RequestKey, request: FastifyRequest, reply: FastifyReply) {
    const taken = await claimKey(db, key, hashOf(request), now())
    if (taken.kind === 'claimed') {
      const { claim } = taken
      underWay.set(request, { claim, ...createGuard(claim, now, () => keptAnswer(request)) })
      leases.add(claim)
      return
    }
    return reply
      .code(taken.answer.status)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(taken.answer.body)
  }

  // Uses a callback so that the guard covers the route and everything it calls.
  app.addHook('preHandler', (request, _reply, done) => {
    const guard = underWay.get(request)?.guard
    if (guard) guardCommits(guard, done)
    else done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const held = underWay.get(request)
    if (!held) return done(null, payload)
    underWay.delete(request)
    held.stop()
    leases.remove(held.claim)
    const body = typeof payload === 'string' ? keptBodyOf(request, payload) : ''
    return keep(held.claim, outcomeOf(request, { status: reply.statusCode, body }))
  })
  async function keep(claim: Claim, outcome: Outcome): Promise<void> {
    try {
      await finishKey(db, claim, outcome, now())
    } catch (error) {
      // The response is sent nevertheless. A repeated request is told if the first one took effect.
      log.error({ err: error }, 'the answer for an idempotency key was not kept')
    }
  }
}

/** Returns the response body for repeated requests. Secrets that are shown once are not stored. */
function keptBodyOf(request: FastifyRequest, payload: string): string {
  const { shownOnce = [] } = request.routeOptions.config
  if (shownOnce.length === 0 || failureOf(request)) return payload
  const body: Record<string, unknown> = JSON.parse(payload)
  return JSON.stringify({ ...body, ...Object.fromEntries(shownOnce.map((field) => [field, null])) })
}

/** Refusals are stored like other responses, except those that ask the caller to retry later. */
function outcomeOf(request: FastifyRequest, answer: Answer): Outcome {
  const failure = failureOf(request)
  const mayBeTriedAgain = failure instanceof AppError && TRY_AGAIN.has(failure.kind)
  if (mayBeTriedAgain || answer.status >= 500) return { kind: 'failed' }
  return { kind: 'answered', ...answer }
}

const TRY_AGAIN: ReadonlySet<ErrorKind> = new Set(['unavailable', 'rate_limited'])

function requestKeyOf(request: FastifyRequest): RequestKey | undefined {
  const idempotencyKey = request.headers['idempotency-key']
  const { idempotencyHeader = true, idempotencyKey: need } = request.routeOptions.config
  if (idempotencyKey === undefined && need === 'required') {
    throw new AppError('invalid', 'The header Idempotency-Key is required', {
      param: 'Idempotency-Key',
    })
  }
  if (idempotencyKey === undefined || request.method !== 'POST' || !idempotencyHeader) {
    return undefined
  }
  if (!isAuthenticated(request)) return undefined
  if (typeof idempotencyKey !== 'string' || !KEY.test(idempotencyKey)) {
    throw new AppError('invalid', 'Idempotency-Key must be 1 to 255 printable ASCII characters')
  }
  const organizationId = organizationOf(request)
  // A key is the customer's own: no other customer of the organization gets its response.
  const owned = isVisitor(request)
    ? `customer ${visitorOf(request).customerId} ${idempotencyKey}`
    : idempotencyKey
  return { organizationId, idempotencyKey: owned }
}

/** Hashes the URL and body, which identify a request. */
function hashOf(request: FastifyRequest): Buffer {
  return hash('sha256', `${request.url}\n${JSON.stringify(request.body) ?? ''}`, 'buffer')
}
