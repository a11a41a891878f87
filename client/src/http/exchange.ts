import {
  errorOf,
  NetworkError,
  NotFoundError,
  type PieceworkError,
  TimeoutError,
} from '../errors.ts'
import type { Fetch, FetchAnswer } from '../fetch.ts'
import type { Logger } from '../log.ts'
import type { ApiAnswer } from './api-promise.ts'
import { attemptLog } from './attempt-log.ts'
import { reasonOf } from './reason.ts'
import { retryAfterOf } from './retry-after.ts'

export type Exchange = {
  fetch: Fetch
  url: string
  /** The path of the URL, for the log. */
  path: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
  timeout: number
  signal?: AbortSignal | undefined
  logger: Logger
  /** If true, a 404 of the service is a success without data. */
  goneIsDone?: boolean | undefined
}

/**
 * Sends a request once and reads its complete response. Throws a PieceworkError unless the status
 * is 2xx, or 404 with `goneIsDone`. If the caller aborted, throws the caller's own reason.
 */
export async function exchange<Body>(
  request: Exchange,
  read: (answer: FetchAnswer) => Promise<Body>,
): Promise<ApiAnswer<Body>> {
  const ours = new AbortController()
  const { signal, timeout } = request
  signal?.throwIfAborted()
  let stop = (_reason: unknown) => {}
  // A custom fetch may ignore the signal; the race below ends the wait in any case.
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = (reason) => {
      reject(reason)
      ours.abort(reason)
    }
  })
  const abort = () => stop(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const late = () => stop(new TimeoutError(`No answer in ${timeout} ms from ${request.url}`))
  const timer = setTimeout(late, timeout)
  const log = attemptLog(request)
  try {
    const answer = await Promise.race([stopped, send(request, read, ours.signal)])
    log.answered(answer)
    return answer
  } catch (error) {
    log.failed(error)
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    stopped.catch(() => undefined)
  }
}

async function send<Body>(
  { fetch, url, method, headers, body, goneIsDone }: Exchange,
  read: (answer: FetchAnswer) => Promise<Body>,
  signal: AbortSignal,
): Promise<ApiAnswer<Body>> {
  const init = { method, headers, signal, redirect: 'manual' as const }
  const answer = await fetch(url, body === undefined ? init : { ...init, body }).catch((cause) => {
    throw new NetworkError(`${url} was not reached: ${reasonOf(cause)}`, { cause })
  })
  const requestId = answer.headers.get('x-request-id') ?? undefined
  const around = { status: answer.status, headers: answer.headers, requestId }
  try {
    if (answer.status >= 200 && answer.status < 300) return { data: await read(answer), ...around }
  } catch (cause) {
    throw new NetworkError(`The answer broke off: ${reasonOf(cause)}`, { cause, requestId })
  }
  const refusal = await refusalOf(url, answer, requestId)
  if (goneIsDone && refusal instanceof NotFoundError) return { data: undefined as Body, ...around }
  throw refusal
}

async function refusalOf(
  url: string,
  answer: FetchAnswer,
  requestId: string | undefined,
): Promise<PieceworkError> {
  const { status, headers } = answer
  const text = await answer.text().catch(() => '')
  const details = { requestId, retryAfter: retryAfterOf(headers) }
  if (status >= 300 && status < 400) {
    // Following the redirect would expose the key to another host and turn a POST into a GET.
    const moved = `Moved to ${headers.get('location')}: set baseUrl to where it is`
    return new NetworkError(moved, { ...details, status })
  }
  return errorOf({ status, body: parsed(text), url }, details)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function json(answer: FetchAnswer): Promise<unknown> {
  const text = await answer.text()
  // A truncated response fails to parse and is reported as a connection that broke off.
  return text === '' && answer.status === 204 ? undefined : JSON.parse(text)
}
