import type { GuardDecision } from './api.gen.ts'
import type { KeyedRecord } from './keyed-record.ts'

type Details = {
  status?: number | undefined
  code?: string | undefined
  param?: string | undefined
  requestId?: string | undefined
  /** Milliseconds that the service asked the client to wait. */
  retryAfter?: number | undefined
  cause?: unknown
}

/** Thrown by every failed call. `requestId` identifies the request in the logs of the service. */
export class PieceworkError extends Error {
  override readonly name: string = 'PieceworkError'
  /** One message per invalid field, otherwise a single message. */
  readonly messages: readonly string[]
  readonly status: number | undefined
  /** Machine-readable error code; the API reference has a table of all codes. */
  readonly code: string | undefined
  /** The field or parameter that caused the error. */
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

/** 401: the key is missing, invalid, revoked or of another environment. */
export class AuthenticationError extends PieceworkError {
  override readonly name = 'AuthenticationError'
}

/** 403: the key has no permission for this request. */
export class PermissionError extends PieceworkError {
  override readonly name = 'PermissionError'
}

/** 404: the organization has no object with this id. */
export class NotFoundError extends PieceworkError {
  override readonly name = 'NotFoundError'
}

/** 409: the request conflicts with an existing object; 412: the object has another version. */
export class ConflictError extends PieceworkError {
  override readonly name = 'ConflictError'
}

/** 400, 413, 415, 422, or a rejected record. Retrying does not help. */
export class ValidationError extends PieceworkError {
  override readonly name: string = 'ValidationError'
}

/**
 * A different record has the idempotency key of this one, which is not stored. If both are the same
 * job, it is billed, and there is nothing to do. Other work is not billed: record it under another
 * key.
 */
export class AlreadyRecordedError extends ValidationError {
  override readonly name = 'AlreadyRecordedError'
  /** The event that is stored under the key. */
  readonly eventId: string

  constructor(message: string, { code, eventId }: { code: string; eventId: string }) {
    super(message, { code })
    this.eventId = eventId
  }
}

/** 429: too many requests. */
export class RateLimitError extends PieceworkError {
  override readonly name = 'RateLimitError'
}

/** 5xx, or a record that the service failed to store. */
export class ServerError extends PieceworkError {
  override readonly name = 'ServerError'
}

/**
 * The service sent no complete response. Either it was unreachable, the connection was cut, or a
 * proxy in front of it answered. A proxy answers with a redirect or with an error that is not the
 * service's; `status` has its status code.
 */
export class NetworkError extends PieceworkError {
  override readonly name = 'NetworkError'
}

/** No response arrived in time. The service may have carried out the request nevertheless. */
export class TimeoutError extends PieceworkError {
  override readonly name = 'TimeoutError'
}

/** Returns the message for a record whose key a different, stored record has. */
function usedKey({ eventId }: AlreadyRecordedError): string {
  const what = `A different record has this idempotency key: event ${eventId}`
  const advice = 'If it is the same job, do nothing; if it is other work, use another key.'
  return `${what}. This one is not stored. ${advice}`
}

/**
 * A record is not confirmed as stored; `cause` has the reason. The first attempt may have stored it
 * and lost the response. Therefore record `record` again, not a new record: its idempotency key
 * makes it count once. After a job of `run`, the error also has the result of the job. If `cause`
 * is an `AlreadyRecordedError`, `record` would be refused again.
 */
export class RecordingError<Result = unknown> extends PieceworkError {
  override readonly name = 'RecordingError'
  /** The return value of the function passed to `run`; undefined after `record`. */
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
    const failure = `${job ? 'The job is done, but it was not recorded' : 'Not recorded'}: ${why}`
    super(cause instanceof AlreadyRecordedError ? usedKey(cause) : failure, {
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

type BlockedDetails = {
  runId: string
  reason: GuardBlocked['reason']
  decision?: GuardDecision | undefined
  cause?: unknown
}

/**
 * A guarded run may not start or go on. The message has the figures of the budget that decided, such
 * as "5 USD a day: 4.62 spent + 0.40 held + 0.40 asked > 5 USD".
 */
export class GuardBlocked extends PieceworkError {
  override readonly name = 'GuardBlocked'
  readonly runId: string
  /** The reason of the decision, or `undecided`: none was made in time, and the run chose to stop. */
  readonly reason: NonNullable<GuardDecision['reason']> | 'undecided'
  /** When the budget may allow more; null for a budget of each run, for credit, and without a decision. */
  readonly resetsAt: string | null
  /** The page where the customer buys credit; null unless its credit decided. */
  readonly topUpUrl: string | null
  /** The budget that decided; null without a decision, and for negative credit. */
  readonly budgetId: string | null
  /** The whole decision, with all budgets of the run; undefined without one. */
  readonly decision: GuardDecision | undefined

  constructor(message: string, { runId, reason, decision, cause }: BlockedDetails) {
    super(message, cause === undefined ? {} : { cause })
    this.runId = runId
    this.reason = reason
    this.resetsAt = decision?.resetsAt ?? null
    this.topUpUrl = decision?.topUpUrl ?? null
    this.budgetId = decision?.budgetId ?? null
    this.decision = decision
  }
}

/** A webhook is not from the service, was changed on the way, or is too old. */
export class WebhookVerificationError extends PieceworkError {
  override readonly name = 'WebhookVerificationError'
}

const CLASSES: Readonly<Record<number, typeof PieceworkError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
}

/** Status codes with the same meaning from the service and from a proxy in front of it. */
const OF_ANY_SERVER = [413, 429]

/**
 * Converts an error response to an error. Every error body of the service has a message, a code and
 * a request id. A body without them comes from a proxy, such as a load balancer during a
 * deployment. The service was not reached then, and a retry may reach it.
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
