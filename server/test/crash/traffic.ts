import type { Notes } from './notes.ts'

/** The requests of a load, by which it is told how the service takes a fault. */
export type Traffic = {
  ledger: Notes
  /** When each request was sent and answered, by `performance.now()`; for the current round. */
  requests: SentRequest[]
}

export type SentRequest = {
  path: string
  sentAt: number
  answeredAt: number | undefined
  /** The status, or why there was no answer. */
  outcome: number | string | undefined
  /** What a refusal said. */
  refusal: string | undefined
}

/** A request that is sent now. */
export function sentNow(path: string): SentRequest {
  const sentAt = performance.now()
  return { path, sentAt, answeredAt: undefined, outcome: undefined, refusal: undefined }
}

/** Notes that it was answered now, or why it never will be. */
export function noteAnswer(request: SentRequest, answer: Answer | string): void {
  request.answeredAt = performance.now()
  request.outcome = typeof answer === 'string' ? answer : answer.status
  if (typeof answer !== 'string' && answer.status >= REFUSED) request.refusal = answer.text
}

export type Answer = {
  status: number
  text: string
  location: string | null
  cookie: string | null
}

export const TIMEOUT = 'TimeoutError'

const REFUSED = 400
const SERVER_ERROR = 500

/** Whether the service did its work, be it to refuse. */
export function isAnswered({ outcome }: SentRequest): boolean {
  return typeof outcome === 'number' && outcome < SERVER_ERROR
}

/** The answer, or the reason why there is none. Redirects are not followed. */
export async function fetchText(
  url: string,
  init: RequestInit,
  limitMs: number,
): Promise<Answer | string> {
  try {
    const signal = AbortSignal.timeout(limitMs)
    const response = await fetch(url, { redirect: 'manual', ...init, signal })
    const { status, headers } = response
    const [location, cookie] = [headers.get('location'), headers.get('set-cookie')]
    return { status, text: await response.text(), location, cookie }
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === TIMEOUT) return TIMEOUT
  const cause = error.cause
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
