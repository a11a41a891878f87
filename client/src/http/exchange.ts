import { errorOf, NetworkError, type PieceworkError, TimeoutError } from '../errors.ts'
import type { Fetch, FetchAnswer } from '../fetch.ts'
import { retryAfterOf } from './retry-after.ts'

export type Exchange = {
  fetch: Fetch
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
  timeout: number
  signal?: AbortSignal | undefined
}

/**
 * Sends a request once and reads its complete response. Throws a PieceworkError unless the status
 * is 2xx. If the caller aborted, throws the caller's own reason.
 */
export async function exchange<Body>(
  request: Exchange,
  read: (answer: FetchAnswer) => Promise<Body>,
): Promise<Body> {
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
  try {
    return await Promise.race([stopped, send(request, read, ours.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    stopped.catch(() => undefined)
  }
}

async function send<Body>(
  { fetch, url, method, headers, body }: Exchange,
  read: (answer: FetchAnswer) => Promise<Body>,
  signal: AbortSignal,
): Promise<Body> {
  const init = { method, headers, signal, redirect: 'manual' as const }
  const answer = await fetch(url, body === undefined ? init : { ...init, body }).catch((cause) => {
    throw new NetworkError(`${url} was not reached: ${reasonOf(cause)}`, { cause })
  })
  const requestId = answer.headers.get('x-request-id') ?? undefined
  try {
    if (answer.status >= 200 && answer.status < 300) return await read(answer)
  } catch (cause) {
    throw new NetworkError(`The answer broke off: ${reasonOf(cause)}`, { cause, requestId })
  }
  throw await refusalOf(url, answer, requestId)
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

/** Node's fetch says only "fetch failed"; its cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}
