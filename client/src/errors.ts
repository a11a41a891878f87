import type { KeyedRecord } from './keyed-record.ts'

type Details = {
  status?: number | undefined
  code?: string | undefined
  param?: string | undefined
  requestId?: string | undefined
  /** Milliseconds that the service asked to wait. */
  retryAfter?: number | undefined
  cause?: unknown
}

/** What every failed call throws. `requestId` finds the request in the logs of the service. */
export class PieceworkError extends Error {
  override readonly name: string = 'PieceworkError'
  /** One for each bad field; else one. */
  readonly messages: readonly string[]
  readonly status: number | undefined
  /** What went wrong, for programs: see the table of errors in the reference of the API. */
  readonly code: string | undefined
  /** The field or parameter to blame. */
  readonly param: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(message: string | readonly string[], details: Details = {}) {
    const messages = typeof message === 'string' ? [message] : message
    super(messages.join('; '), 'cause' in details ? { cause: details.cause } : undefined)
    this.messages = messages
    this.status = details.status
    this.code = details.code
    this.param = details.param
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
  }
}

/** 401: the key is missing, wrong, revoked or of another environment. */
export class AuthenticationError extends PieceworkError {
  override readonly name = 'AuthenticationError'
}

/** 403: the key may not do this. */
export class PermissionError extends PieceworkError {
  override readonly name = 'PermissionError'
}

/** 404: there is nothing with this id in the organization. */
export class NotFoundError extends PieceworkError {
  override readonly name = 'NotFoundError'
}

/** 409: something that exists is in the way. */
export class ConflictError extends PieceworkError {
  override readonly name = 'ConflictError'
}

/** 400, 413, 415, 422, or a record that was refused: sending it again changes nothing. */
export class ValidationError extends PieceworkError {
  override readonly name = 'ValidationError'
}

/** 429: too many requests. */
export class RateLimitError extends PieceworkError {
  override readonly name = 'RateLimitError'
}

/** 5xx, or a record that the service could not store. */
export class ServerError extends PieceworkError {
  override readonly name = 'ServerError'
}

/**
 * No whole answer of the service came: it was not reached, the connection was cut, or something in front of
 * it answered, with a redirect or an error that is not the service's (`status`).
 */
export class NetworkError extends PieceworkError {
  override readonly name = 'NetworkError'
}

/** No answer came in time. The request may have been done all the same. */
export class TimeoutError extends PieceworkError {
  override readonly name = 'TimeoutError'
}

/**
 * A record is not known to be stored: `cause` says why. Its first try may have stored it and lost the answer,
 * so record `record` again, not a new one: it has its key, which counts it once. After a job of `run`, the
 * error has the result of the work too.
 */
export class RecordingError<Result = unknown> extends PieceworkError {
  override readonly name = 'RecordingError'
  /** What the work of `run` gave; undefined after `record`. */
  readonly result: Result
  readonly record: KeyedRecord
  readonly idempotencyKey: string

  constructor(
    cause: unknown,
    { record, job }: { record: KeyedRecord; job?: { result: Result } | undefined },
  ) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const details: Details = cause instanceof PieceworkError ? cause : {}
    const { status, code, param, requestId, retryAfter } = details
    super(`${job ? 'The job is done, but it was not recorded' : 'Not recorded'}: ${why}`, {
      status,
      code,
      param,
      requestId,
      retryAfter,
      cause,
    })
    this.result = job?.result as Result
    this.record = record
    this.idempotencyKey = record.idempotencyKey
  }
}

const CLASSES: Readonly<Record<number, typeof PieceworkError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
}

/** These mean the same whether the service answers them or a proxy in front of it. */
const OF_ANY_SERVER = [413, 429]

/**
 * The error of an answer that is a refusal. One without the body that every error of the service has
 * comes from something in front of it, such as a load balancer during a deployment: the service was
 * not reached, and another try may reach it.
 */
export function errorOf(
  { status, body, url }: { status: number; body: unknown; url: string },
  details: Details,
): PieceworkError {
  const { message, code, param, requestId } = fieldsOf(body)
  const all = { ...details, status, code, param, requestId: requestId ?? details.requestId }
  const isOfService = message !== undefined && code !== undefined && requestId !== undefined
  if (!isOfService && status < 500 && !OF_ANY_SERVER.includes(status)) {
    return new NetworkError(`${url} answered ${status}, but not as the service does`, all)
  }
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : PieceworkError)
  return new Class(message ?? `The service answered ${status}`, all)
}

function fieldsOf(body: unknown) {
  const fields: Record<string, unknown> =
    typeof body === 'object' && body !== null ? { ...body } : {}
  const { message } = fields
  const isList = Array.isArray(message) && message.length > 0
  return {
    message: isList ? message.map(String) : textOf(message),
    code: textOf(fields.code),
    param: textOf(fields.param),
    requestId: textOf(fields.requestId),
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
