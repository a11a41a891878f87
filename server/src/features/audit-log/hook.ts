import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { failureOf, replaceByError } from '../../platform/http/error-handler.ts'
import { CALLER_LEFT, onAnswered } from '../../platform/http/request-log/answered.ts'
import { loggedPath, withoutKeys } from '../../platform/http/request-log/logged-path.ts'
import { newId } from '../../platform/id.ts'
import { isObject } from '../../platform/json/json-object.ts'
import { actorOf, isAuthenticated, isVisitor, organizationOf } from '../auth/principal.ts'
import { changedFields } from './changed-fields.ts'
import type { AuditEntry } from './entries.ts'
import { isChange } from './kind.ts'
import { type AuditLog, notWritten } from './service.ts'

const PATH_LENGTH_MAX = 2_000

declare module 'fastify' {
  interface FastifyRequest {
    audit: RequestAudit | null
  }
}

/** The logged data of a request, and its progress. */
type RequestAudit = {
  id: string
  ipAddress: string
  requestedAt: Date
  /** The status that is stored on disk. */
  writtenStatus?: number
  /** The request was answered, or its caller disconnected: whichever comes first is logged. */
  end?: 'answered' | 'left'
  /** The entry could not be written in time. */
  isLate?: true
  /** The object as it was before the request. */
  before?: unknown
  changedFields?: readonly string[]
  /** The object that the response has. */
  objectId?: string
}

/**
 * Logs every authenticated request with its result; 499 when its caller disconnected. No response
 * is sent before its entry is on disk, except that a run was not decided in time.
 */
export function addAuditLog(app: FastifyInstance, auditLog: AuditLog, now: () => Date): void {
  app.decorateRequest('audit', null)
  app.addHook('onRequest', (request, _reply, done) => {
    // Read now, because a closed connection no longer has an address.
    request.audit = { id: newId(), ipAddress: request.ip, requestedAt: now() }
    if (auditLog.isFull() && request.routeOptions.config.scope !== 'public') done(notWritten())
    else done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { audit } = request
    const { before } = request.routeOptions.config
    if (!audit || !before) return done()
    return readBefore(request, before).then((object) => {
      audit.before = object
    })
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { audit } = request
    const status = reply.statusCode
    if (audit && status < 300 && typeof payload === 'string') noteObject(request, audit, payload)
    if (!audit || !isLogged(request)) return done(null, payload)
    if (audit.end === 'left') {
      // The entry was written when the caller disconnected, before the change.
      const isKnown = audit.objectId !== undefined || audit.changedFields?.length
      const entry = isKnown ? auditEntryOf(request, CALLER_LEFT) : undefined
      if (entry) auditLog.add(entry)
      return done(null, payload)
    }
    audit.end = 'answered'
    if (audit.writtenStatus === status) return done(null, payload)
    if (isUndecided(request)) {
      // Its caller must hear in time that nothing was decided, also while the database stands still.
      const entry = auditEntryOf(request, status)
      if (entry) auditLog.add(entry)
      return done(null, payload)
    }
    writeAnswer(request, status).then(
      () => done(null, payload),
      (error) => {
        if (!(error instanceof AppError) || failureOf(request) === undefined) return done(error)
        const body = replaceByError(error, request, reply)
        void writeAnswer(request, reply.statusCode)
        done(null, body)
      },
    )
  })
  async function writeAnswer(request: FastifyRequest, status: number): Promise<void> {
    const { audit } = request
    const entry = auditEntryOf(request, status)
    if (!entry || !audit) return
    if (audit.isLate) {
      // Logs the error response. Waiting for this entry too would never end.
      auditLog.add(entry)
      return
    }
    audit.isLate = true
    await auditLog.write(entry)
    delete audit.isLate
    audit.writtenStatus = status
  }
  onAnswered(app, (request, status) => {
    const { audit } = request
    if (!audit || audit.end) return
    const entry = auditEntryOf(request, status)
    if (!entry) return
    audit.end = 'left'
    auditLog.add(entry)
  })
}

function isUndecided(request: FastifyRequest): boolean {
  const failure = failureOf(request)
  return failure instanceof AppError && failure.code === 'undecided'
}

/** Notes which object the response of a POST has, and which of its fields the request changed. */
function noteObject(request: FastifyRequest, audit: RequestAudit, payload: string): void {
  const hasBefore = audit.before !== undefined
  const isPost =
    request.method === 'POST' && isChange({ method: 'POST', path: loggedPath(request.url) })
  if (!hasBefore && !isPost) return
  const object: unknown = jsonOf(payload)
  if (hasBefore) audit.changedFields = changedFields(request.body, audit.before, object)
  if (isPost && isObject(object) && typeof object.id === 'string') audit.objectId = object.id
}

/** Returns undefined for a document that is not JSON. */
function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/**
 * Returns the object before the request as JSON. If it cannot be read, returns an object without
 * fields, so that each sent field counts as changed.
 */
async function readBefore(
  request: FastifyRequest,
  before: (request: FastifyRequest) => Promise<unknown>,
): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify((await before(request)) ?? {}))
  } catch (error) {
    // The handler refuses an invalid request or an absent object with the proper error.
    if (!(error instanceof AppError)) {
      request.log.warn({ err: error }, 'the object before a change could not be read')
    }
    return {}
  }
}

/**
 * Returns true if a request is logged: all requests of the organization, and changes by its
 * customers.
 */
function isLogged(request: FastifyRequest): boolean {
  if (isVisitor(request)) return !['GET', 'HEAD'].includes(request.method)
  return isAuthenticated(request)
}

/** Returns the entry for a request and its response status; undefined without a caller. */
export function auditEntryOf(request: FastifyRequest, status: number): AuditEntry | undefined {
  const { audit } = request
  if (!audit || !isLogged(request)) return undefined
  const { method } = request
  const path = loggedPath(request.url).slice(0, PATH_LENGTH_MAX)
  return {
    id: audit.id,
    organizationId: organizationOf(request),
    actor: actorOf(request),
    method,
    path,
    status,
    ipAddress: audit.ipAddress,
    requestedAt: audit.requestedAt,
    ...(audit.changedFields && { changedFields: audit.changedFields }),
    ...(audit.objectId !== undefined && { objectId: audit.objectId }),
    ...(isChange({ method, path }) && { requestId: withoutKeys(request.id) }),
  }
}

/** Records that the transaction of the request has stored the entry with this status. */
export function markAuditWritten(request: FastifyRequest, status: number): void {
  if (request.audit) request.audit.writtenStatus = status
}
