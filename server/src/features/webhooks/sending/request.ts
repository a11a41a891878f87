import http from 'node:http'
import https from 'node:https'
import { AddressRefused, literalAddress } from '../../../platform/outgoing/address-guard.ts'
import type { AttemptResult } from '../deliveries/delivery.ts'
import type { UrlRules } from '../endpoints/url.ts'

/** An answer has to be complete within this time. */
const ANSWER_WITHIN_MS = 15_000
const KEPT_BYTES = 1_024
/** The rest of a longer answer is not read. */
const READ_BYTES_MAX = 65_536
const IDLE_SOCKET_MS = 30_000
/** Answers of 100 to 199 before the final one. A receiver could send them until the time is up. */
const INTERIM_ANSWERS_MAX = 20
const ERROR_LENGTH_MAX = 300
const CLOSED = 'The connection was closed without an answer'

export type Answer = {
  result: Exclude<AttemptResult, 'succeeded'> | 'answered'
  status: number | null
  retryAfter: string | null
  response: string | null
  error: string | null
}

export type OutgoingRequest = { url: string; headers: Record<string, string>; body: string }

export type Requester = {
  /** Sends a POST. Never throws and follows no redirect. */
  post: (request: OutgoingRequest) => Promise<Answer>
  close: () => void
}

/** Creates a sender of requests to URLs of callers, which keeps connections open for a while. */
export function createRequester(
  { guard, httpGuard }: Pick<UrlRules, 'guard' | 'httpGuard'>,
  answerWithinMs = ANSWER_WITHIN_MS,
): Requester {
  const options = { keepAlive: true, timeout: IDLE_SOCKET_MS }
  const agents = {
    'http:': new http.Agent({ ...options, lookup: httpGuard.lookup }),
    'https:': new https.Agent({ ...options, lookup: guard.lookup }),
  }

  function attempt(request: OutgoingRequest, url: URL, signal: AbortSignal): Promise<Answer> {
    const isSecure = url.protocol === 'https:'
    const agent = isSecure ? agents['https:'] : agents['http:']
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const headers = { ...request.headers, 'content-length': Buffer.byteLength(request.body) }
    const sent = (isSecure ? https : http).request(url, { method: 'POST', agent, headers, signal })
    let isAnswered = false
    sent.on('response', (response) => {
      isAnswered = true
      readAnswer(response).then(resolve, reject)
    })
    // Without this listener an offer to change the protocol would end the request without an event.
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(answerOf(response, null))
    })
    let interimAnswers = 0
    sent.on('information', () => {
      interimAnswers += 1
      if (interimAnswers > INTERIM_ANSWERS_MAX) sent.destroy(new Error('Too many interim answers'))
    })
    sent.on('close', () => {
      if (!isAnswered) reject(new Error(CLOSED))
    })
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    sent.on('error', (error) => {
      reject(sent.reusedSocket && isReset(error) ? new StaleConnection(CLOSED) : error)
    })
    sent.end(request.body)
    return promise
  }

  async function post(request: OutgoingRequest): Promise<Answer> {
    const url = new URL(request.url)
    const address = literalAddress(url)
    const { isAllowed } = url.protocol === 'https:' ? guard : httpGuard
    if (address !== undefined && !isAllowed(address)) return failure(new AddressRefused(address))
    const signal = AbortSignal.timeout(answerWithinMs)
    try {
      return await attempt(request, url, signal)
    } catch (error) {
      // The receiver closed the idle connection while the request was on its way: it has not read it,
      // or will recognize the id.
      if (error instanceof StaleConnection) return attempt(request, url, signal).catch(failure)
      return failure(error)
    }
  }

  return {
    post,
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

class StaleConnection extends Error {}

const isReset = (error: Error) =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

/** Reads an answer to its end, or as much of it as is needed. Throws if it is interrupted. */
async function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const kept: Buffer[] = []
  let size = 0
  for await (const part of response) {
    const chunk = Buffer.from(part)
    if (size < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - size))
    size += chunk.length
    if (size > READ_BYTES_MAX) break
  }
  // PostgreSQL stores no NUL.
  const text = Buffer.concat(kept).toString('utf8').replaceAll('\0', '\uFFFD')
  return answerOf(response, text)
}

function answerOf({ statusCode, headers }: http.IncomingMessage, response: string | null): Answer {
  const retryAfter = headers['retry-after'] ?? null
  return { result: 'answered', status: statusCode ?? null, retryAfter, response, error: null }
}

function failure(error: unknown): Answer {
  const none = { status: null, retryAfter: null, response: null }
  const text = messageOf(error).replaceAll('\0', '\uFFFD').slice(0, ERROR_LENGTH_MAX)
  if (error instanceof AddressRefused) return { ...none, result: 'refused', error: text }
  const isLate = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
  if (isLate) return { ...none, result: 'timed_out', error: 'No complete answer in time' }
  return { ...none, result: 'unreachable', error: text }
}

/** Returns a message that is never empty. */
function messageOf(error: unknown): string {
  // Several addresses of a name failed: that error has no message of its own.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
