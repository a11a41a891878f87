import { ERROR_CODES, type ErrorCode, type ErrorKind, type InvalidCode } from './error-codes.ts'

export type ErrorDetails = {
  /** The invalid field or parameter, as callers write it. */
  param?: string | undefined
  /** Seconds until the caller should retry; for `rate_limited` and `unavailable`. */
  retryAfterSeconds?: number | undefined
}

/** Only the message of a malformed request may be a list. */
type Refusal =
  | [code: InvalidCode, messages: string | string[], details?: ErrorDetails]
  | [code: ErrorCode, message: string, details?: ErrorDetails]

/**
 * An expected refusal. The message names the field and the fix; a list has one message for each
 * invalid field.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly messages: string | string[]
  readonly param: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(...[code, messages, details = {}]: Refusal) {
    super(Array.isArray(messages) ? messages.join('; ') : messages)
    this.name = 'AppError'
    this.code = code === 'invalid' ? codeOf(messages) : code
    this.kind = ERROR_CODES[code].kind
    this.messages = messages
    this.param = details.param ?? firstFieldOf(messages)
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/**
 * Throws `not_found`. Objects of other organizations get the same response, so that ids cannot be
 * probed.
 */
export function notFound(thing: string, details: ErrorDetails = {}): never {
  throw new AppError('not_found', `${thing} not found`, details)
}

const MISSING = /^[\w[\].]+ is (?:required|missing)\b/
const UNKNOWN = /^\S+ is not a field of (?:this request|a tier)/

/** Returns the code of a malformed request from the first message of its list. */
function codeOf(messages: string | string[]): InvalidCode {
  const first = Array.isArray(messages) ? (messages[0] ?? '') : ''
  if (MISSING.test(first)) return 'missing_field'
  return UNKNOWN.test(first) ? 'unknown_field' : 'invalid'
}

const FIELD = /^(?!(?:body|send)\b)[A-Za-z_[][\w[\].]*/i

/** Returns the field at the start of a list's first message; a message may begin with what to send. */
function firstFieldOf(messages: string | string[]): string | undefined {
  return Array.isArray(messages) ? messages[0]?.match(FIELD)?.[0] : undefined
}
