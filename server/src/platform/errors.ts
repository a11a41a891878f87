/** What went wrong, in the product's words; `platform/http` alone turns a kind into a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'inconsistent'
  | 'rate_limited'
  | 'unavailable'

/** An expected refusal. The message names the field and the fix; a list names each bad field. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly messages: string | string[]
  /** For `rate_limited` and `unavailable`: how long the caller should wait. */
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ErrorKind, messages: string | string[], retryAfterSeconds?: number) {
    super(Array.isArray(messages) ? messages.join('; ') : messages)
    this.name = 'AppError'
    this.kind = kind
    this.messages = messages
    this.retryAfterSeconds = retryAfterSeconds
  }
}
