import { WebhookVerificationError } from '../errors.ts'
import { environment } from '../settings.ts'
import type { WebhookMessage } from './message.ts'
import { isSignedWith } from './signature.ts'

/** The headers of a request: of the Fetch API, of Node, Express or Fastify, or a plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type UnwrapOptions = {
  /**
   * Secret of the endpoint; PIECEWORK_WEBHOOK_SECRET by default. Several are accepted while a secret
   * is replaced.
   */
  secret?: string | readonly string[] | undefined
  /** Maximum age of a message in seconds, and how far it may be in the future; 300 by default. */
  tolerance?: number | undefined
}

const TOLERANCE = 300

/**
 * Verifies the signature and the age of a webhook and returns its content. `body` is the body as it
 * was received: text or bytes, before any parser. Throws a WebhookVerificationError if the message
 * is not from the service, was changed, or is too old; answer it with 400.
 */
export async function unwrapWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { secret = environment('PIECEWORK_WEBHOOK_SECRET'), tolerance = TOLERANCE }: UnwrapOptions = {},
): Promise<WebhookMessage> {
  const secrets = typeof secret === 'string' ? [secret] : (secret ?? [])
  if (secrets.length === 0) {
    throw new TypeError('No webhook secret: pass secret, or set PIECEWORK_WEBHOOK_SECRET')
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('The body must be the text or the bytes as received, before any parser')
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  refuseOld(timestamp, tolerance)
  if (!(await isSignedWith(secrets, { id, timestamp, signatures, body: bytes }))) {
    throw new WebhookVerificationError('No signature of the webhook matches the secret')
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookMessage
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isFetchHeaders(headers) ? headers.get(name) : ownHeaderOf(headers, name)
  if (value) return value
  throw new WebhookVerificationError(`The header ${name} is missing`)
}

const isFetchHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

function ownHeaderOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  wanted: string,
): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === wanted) return typeof value === 'string' ? value : value?.join(' ')
  }
  return undefined
}

function refuseOld(timestamp: string, tolerance: number): void {
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const age = Date.now() / 1_000 - seconds
  if (Math.abs(age) <= tolerance) return
  throw new WebhookVerificationError(
    'The webhook is too old or from the future: check the clock of this machine',
  )
}
