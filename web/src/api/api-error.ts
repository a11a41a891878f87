/** A rejected request, or one without a response. Its messages are shown to users. */
export class ApiError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly code: string
  readonly messages: readonly string[]
  /** The field that the first message describes. */
  readonly param: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(refusal: Refusal) {
    super(refusal.messages.join('\n'))
    this.name = 'ApiError'
    this.status = refusal.status
    this.code = refusal.code
    this.messages = refusal.messages
    this.param = refusal.param
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

type Refusal = {
  status: number
  code: string
  messages: readonly string[]
  param?: string | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
}

type Body = { message?: string | string[]; code?: string; param?: string; requestId?: string }

const REFUSED = 400
const BROKEN = 500
const TOO_MANY = 429

/** Returns true if the service refused what was asked for, so that the same again would be refused. */
export function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.status >= REFUSED && error.status < BROKEN && error.status !== TOO_MANY
}

/** Converts an error response; a proxy may have answered with any body. */
export function errorOfResponse({ status, headers }: Response, body: unknown): ApiError {
  const { message, code, param, requestId } = isObject(body) ? (body as Body) : {}
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    status,
    code: code ?? 'unknown',
    messages:
      message === undefined ? [`The service returned an error (${status})`] : [message].flat(),
    param,
    requestId: requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  })
}

/** Converts a request without a response: a network failure or a timeout. */
export function networkErrorOf(error: unknown): ApiError {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  const message = isLate
    ? 'The service did not respond in time. Try again.'
    : 'The service cannot be reached. Check your connection, then try again.'
  return new ApiError({ status: 0, code: isLate ? 'timeout' : 'unreachable', messages: [message] })
}

/** The longest delay after which a page retries without a notice. */
const SHORT_WAIT_SECONDS = 10

/**
 * Returns true if a retry may succeed, for example after a report was rejected because too many
 * were being computed.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, retryAfterSeconds = Number.POSITIVE_INFINITY } = error
  return (
    status === 0 || status >= 502 || (status === 429 && retryAfterSeconds <= SHORT_WAIT_SECONDS)
  )
}

/** Converts the refusal of an object that does not exist, or whose id is malformed, to null. */
export function nullIfAbsent(error: unknown): null {
  if (error instanceof ApiError && [400, 404].includes(error.status)) return null
  throw error
}

/** Matches the start of a message: a field, and an index if the field is a list. */
const FIELD = /^([A-Za-z_][\w.]*)(?:\[(\d+)\])? (.+)$/s

/**
 * Groups messages by field, without the field's name, because they are shown next to the field.
 * Messages about none of `fields` have the empty key.
 */
export function messagesByField(
  { messages, param }: Pick<ApiError, 'messages' | 'param'>,
  fields: readonly string[],
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [index, message] of messages.entries()) {
    const [, first = '', place, rest = ''] = FIELD.exec(message) ?? []
    const named = fields.includes(first) ? first : ''
    const field = named || (index === 0 && param && fields.includes(param) ? param : '')
    const ofField = place === undefined ? rest : `Entry ${Number(place) + 1} ${rest}`
    const text = named === '' ? message : ofField.charAt(0).toUpperCase() + ofField.slice(1)
    // One message at a time is enough for a field.
    found[field] ??= text
  }
  return found
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
