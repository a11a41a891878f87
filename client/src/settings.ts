import { checkedHeaders, type ExtraHeaders, isHeaderValue } from './extra-headers.ts'
import type { Fetch } from './fetch.ts'
import { type Logger, loggerOf } from './log.ts'

/** Connection options; environment variables supply omitted ones. */
export type ConnectionOptions = {
  /** Secret key; PIECEWORK_API_KEY by default. */
  apiKey?: string | undefined
  /** URL of the service; PIECEWORK_BASE_URL by default, otherwise http://127.0.0.1:8080. */
  baseUrl?: string | undefined
  /** Milliseconds for one attempt of a request; 30,000 by default. */
  timeout?: number | undefined
  /** Maximum number of retries of a failed request; 2 by default. */
  maxRetries?: number | undefined
  /** Milliseconds before the first retry; each later delay grows fourfold. 1,000 by default. */
  retryDelay?: number | undefined
  /** A custom fetch, such as one that uses a proxy. */
  fetch?: Fetch | undefined
  /** Headers of every request, such as those for a gateway in front of the service. */
  headers?: ExtraHeaders | undefined
  /** Receives log messages. By default, warnings and errors are process warnings. */
  logger?: Logger | undefined
}

/** Connection options with defaults filled in. */
export type Connection = {
  readonly apiKey: string
  readonly baseUrl: string
  readonly timeout: number
  readonly maxRetries: number
  readonly retryDelay: number
  readonly fetch: Fetch
  readonly headers: Readonly<Record<string, string>>
  readonly logger: Logger
}

export function connectionOf(options: ConnectionOptions): Connection {
  // Otherwise no record would get a key, and all of them would be lost.
  if (globalThis.crypto?.randomUUID === undefined) {
    throw new TypeError('No crypto.randomUUID here: use Node 20 or newer, or a page over HTTPS')
  }
  const apiKey = (options.apiKey ?? environment('PIECEWORK_API_KEY') ?? '').trim()
  if (apiKey === '') {
    throw new TypeError('No API key: pass apiKey, or set PIECEWORK_API_KEY in the environment')
  }
  if (!isHeaderValue(apiKey)) {
    throw new TypeError('apiKey must be a text of one line, without Unicode')
  }
  const baseUrl = options.baseUrl ?? environment('PIECEWORK_BASE_URL') ?? 'http://127.0.0.1:8080'
  if (!/^https?:\/\//i.test(baseUrl)) {
    throw new TypeError('baseUrl must begin with http:// or https://')
  }
  // No fetch sends them, and errors have the URL.
  if (/^https?:\/\/[^/?#]*@/i.test(baseUrl)) {
    throw new TypeError('baseUrl must have no user name and no password; headers can send them')
  }
  return {
    apiKey,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    timeout: milliseconds('timeout', options.timeout ?? 30_000),
    maxRetries: wholeNumber('maxRetries', options.maxRetries ?? 2),
    retryDelay: milliseconds('retryDelay', options.retryDelay ?? 1_000),
    // Looked up at each call, so that a later replacement of the global fetch is used.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: headersOfAllRequests(options.headers),
    logger: loggerOf(options.logger),
  }
}

const OF_ONE_CALL = ['idempotency-key', 'if-match']

function headersOfAllRequests(headers: ExtraHeaders = {}) {
  const checked = checkedHeaders(headers)
  const refused = OF_ONE_CALL.find((name) => name in checked)
  if (refused !== undefined) {
    throw new TypeError(`headers must not have an ${refused}, which belongs to one call`)
  }
  return checked
}

export function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new TypeError(`${name} must be a whole number of 0 or more, not ${value}`)
}

/** The maximum delay of a timer; a longer one would fire immediately. */
const LONGEST = 2 ** 31 - 1

export function milliseconds(name: string, value: number): number {
  if (value > 0 && value <= LONGEST) return value
  throw new TypeError(`${name} must be milliseconds above 0 and up to ${LONGEST}, not ${value}`)
}

export function environment(name: string): string | undefined {
  try {
    return globalThis.process?.env[name] || undefined
  } catch {
    // Deno throws without --allow-env.
    return undefined
  }
}
