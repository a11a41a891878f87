import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnreachable, isRetryable } from '../database-errors.ts'
import { AppError, type ErrorKind } from '../errors.ts'
import { setCommonHeaders } from './common-headers.ts'

/** The one table that turns what went wrong into an HTTP status. */
const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  inconsistent: 422,
  rate_limited: 429,
  unavailable: 503,
}

const RETRY_AFTER_SECONDS = 1

type Refusal = {
  status: number
  message: string | string[]
  retryAfterSeconds?: number | undefined
}

/** Renders every error of the API; text of a 5xx never leaves the process. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  failures.set(request, error)
  const refusal = refusalFor(error)
  if (refusal.status >= 500) {
    request.log.error({ err: error, statusCode: refusal.status }, 'request failed')
  }
  if (refusal.retryAfterSeconds !== undefined) {
    void reply.header('retry-after', String(refusal.retryAfterSeconds))
  }
  void sendError(reply, request, refusal)
}

const failures = new WeakMap<FastifyRequest, unknown>()

/** What a request failed with; undefined when it did not. */
export function failureOf(request: FastifyRequest): unknown {
  return failures.get(request)
}

/** A URL that names no route. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0] ?? ''
  const message = `No route ${request.method} ${path}; the reference is at /docs`
  void sendError(reply, request, { status: 404, message })
}

function sendError(reply: FastifyReply, request: FastifyRequest, { status, message }: Refusal) {
  // Here too, for the errors that come before any hook.
  setCommonHeaders(request, reply)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      message,
      error: STATUS_CODES[status] ?? '',
      statusCode: status,
      requestId: request.id,
    })
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof AppError) {
    const { kind, messages, retryAfterSeconds } = error
    return { status: STATUS[kind], message: messages, retryAfterSeconds }
  }
  if (isDatabaseUnreachable(error) || isRetryable(error)) {
    const message = isRetryable(error)
      ? 'Another request was changing the same things; retry'
      : 'The service cannot reach its database; retry in a moment'
    return { status: 503, message, retryAfterSeconds: RETRY_AFTER_SECONDS }
  }
  if (isFastifyError(error)) {
    if (error.validation) return { status: 400, message: validationMessages(error) }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return { status, message: frameworkMessage(error) }
  }
  return { status: 500, message: 'Something went wrong on our side; retry in a few seconds' }
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('statusCode' in error || 'validation' in error)
}

/** One sentence for each bad field: `body.records must NOT have fewer than 1 items`. */
function validationMessages(error: FastifyError): string[] {
  const context = error.validationContext ?? 'request'
  const messages = (error.validation ?? []).map((problem) => {
    const path = pathOf(problem.instancePath)
    const { allowedValues, additionalProperty } = problem.params
    const hint = Array.isArray(allowedValues)
      ? `: ${allowedValues.join(', ')}`
      : typeof additionalProperty === 'string'
        ? `: ${additionalProperty} is not a field of this request`
        : ''
    const where = path === '' ? context : context === 'body' ? path : `${context} ${path}`
    return `${where} ${problem.message ?? 'is not valid'}${hint}`
  })
  return [...new Set(messages)]
}

/** A JSON pointer as people write it: `/signals/2/name` is `signals[2].name`. */
function pathOf(pointer: string): string {
  return pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
}

/** The framework's refusals before a route runs, in words that say what to do. */
function frameworkMessage(error: FastifyError): string {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'The body is larger than 1 MiB; send it in smaller requests'
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'Send JSON with the header content-type: application/json'
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return 'The body is not valid JSON, or has a key __proto__ or constructor.prototype'
    case 'FST_ERR_BAD_URL':
      return 'The URL cannot be decoded; encode it as UTF-8 with percent signs'
    default:
      return error.message
  }
}
