import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnreachable, isRetryable } from '../database/errors.ts'
import { ERROR_CODES, type ErrorCode, type ErrorKind } from '../error-codes.ts'
import { AppError } from '../errors.ts'
import { setCommonHeaders } from './common-headers.ts'
import { loggedPath } from './request-log/logged-path.ts'

/** The only mapping from error kinds to HTTP statuses. */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition: 412,
  too_large: 413,
  unsupported_type: 415,
  inconsistent: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
}

const RETRY_AFTER_SECONDS = 1

type Refusal = {
  code: ErrorCode
  /** Set when the framework's status is more specific than that of the code's kind. */
  status?: number
  message: string | string[]
  param?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** Sends the response of every API error. The text of a 5xx error never leaves the process. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  failures.set(request, error)
  const refusal = refusalFor(error)
  const statusCode = statusOf(refusal)
  // A request aborted because its caller disconnected is not a failure.
  const isGivenUp = refusal.code === 'unavailable' && reply.raw.destroyed
  if (isDeliberate(error, refusal)) {
    // Without a stack: under overload there are thousands.
    request.log.warn({ statusCode, code: refusal.code }, 'request refused')
  } else if (statusCode >= 500 && !isGivenUp) {
    request.log.error({ err: error, statusCode }, 'request failed')
  }
  void sendError(reply, request, refusal)
}

/** Returns true if this program refuses the request because it cannot handle it in time. */
function isDeliberate(error: unknown, { code }: Refusal): boolean {
  return error instanceof AppError && ERROR_CODES[code].kind === 'unavailable'
}

/**
 * Turns a response that is already being sent into an error, and returns its body. Fastify does not
 * call the error handler a second time for an error response.
 */
export function replaceByError(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  failures.set(request, error)
  return JSON.stringify(errorBody(reply, request, refusalFor(error)))
}

/** Returns the table of error codes for the documentation, in Markdown. */
export function tableOfErrors(): string {
  const rows = Object.entries(ERROR_CODES)
    .map(([code, { kind, meaning }]) => `| ${STATUS[kind]} | \`${code}\` | ${meaning} |`)
    .toSorted()
  return ['| Status | `code` | Meaning |', '|---|---|---|', ...rows].join('\n')
}

const failures = new WeakMap<FastifyRequest, unknown>()

/** Returns the error of a request; undefined if it did not fail. */
export function failureOf(request: FastifyRequest): unknown {
  return failures.get(request)
}

/** Sends a 404 for a URL without a route. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  // Redacted as in logs, so that a mistyped token is not repeated.
  const path = loggedPath(request.url)
  const message = `No route ${request.method} ${path}; the reference is at /docs`
  void sendError(reply, request, { code: 'unknown_route', message })
}

function sendError(reply: FastifyReply, request: FastifyRequest, refusal: Refusal) {
  const body = errorBody(reply, request, refusal)
  return reply.serializer(JSON.stringify).send(body)
}

/** Sets status and headers, and returns the body. */
function errorBody(reply: FastifyReply, request: FastifyRequest, refusal: Refusal) {
  const { code, message, param, retryAfterSeconds } = refusal
  const statusCode = statusOf(refusal)
  // Set here too, for errors that occur before any hook.
  setCommonHeaders(request, reply)
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds))
  void reply.code(statusCode).type('application/json; charset=utf-8')
  return {
    message,
    error: STATUS_CODES[statusCode] ?? '',
    statusCode,
    code,
    ...(param === undefined ? {} : { param }),
    requestId: request.id,
  }
}

function statusOf({ code, status }: Refusal): number {
  return status ?? STATUS[ERROR_CODES[code].kind]
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof AppError) {
    const { code, messages, param, retryAfterSeconds } = error
    return { code, message: messages, param, retryAfterSeconds }
  }
  if (isDatabaseUnreachable(error) || isRetryable(error)) {
    const message = isRetryable(error)
      ? 'A concurrent request changed the same data; retry'
      : 'The service cannot reach its database; retry in a moment'
    return { code: 'unavailable', message, retryAfterSeconds: RETRY_AFTER_SECONDS }
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return frameworkRefusal(error as FastifyError, status)
  return { code: 'internal', message: 'Something went wrong on our side; retry in a few seconds' }
}

/** Maps the framework's errors to messages that say what to do. */
function frameworkRefusal(error: FastifyError, status: number): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return {
        code: 'body_too_large',
        message: 'The body is larger than 1 MiB; send it in smaller requests',
      }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return {
        code: 'unsupported_media_type',
        message: 'Send JSON with the header content-type: application/json',
      }
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return {
        code: 'invalid_json',
        message: 'The body is not valid JSON, or has a key __proto__ or constructor.prototype',
      }
    case 'FST_ERR_BAD_URL':
      return {
        code: 'invalid',
        message: 'The URL cannot be decoded; encode it as UTF-8 with percent signs',
      }
    default:
      return { code: 'invalid', status, message: error.message }
  }
}
