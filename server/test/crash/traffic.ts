import type { Notes } from './notes.ts'

/** Requests of a load, which show how the service handles a fault. */
export type Traffic = {
  ledger: Notes
  /** Requests of the current round, with send and answer times from `performance.now()`. */
  requests: SentRequest[]
}

export type SentRequest = {
  path: string
  sentAt: number
  answeredAt: number | undefined
  /** The status, or the reason why there was no answer. */
  outcome: number | string | undefined
  /** Body of a refusal. */
  refusal: string | undefined
}

/** Returns a request that is sent now. */
export function sentNow(path: string): SentRequest {
  const sentAt = performance.now()
  return { path, sentAt, answeredAt: undefined, outcome: undefined, refusal: undefined }
}

/** Notes the answer, or the reason why there will be none. */
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

/** True if the service handled the request, even with a refusal, or did not decide in time. */
export function isAnswered({ outcome, refusal = '' }: SentRequest): boolean {
  if (typeof outcome !== 'number') return false
  return outcome < SERVER_ERROR || refusal.includes('"code":"undecided"')
}

/** Returns the answer, or the reason why there is none. Redirects are not followed. */
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
