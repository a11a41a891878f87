import type { WebhookLastAttempt } from '../../../api/api-types.ts'

const NO_ANSWER = {
  timed_out: 'Timed out',
  unreachable: 'Unreachable',
  refused: 'Refused',
} as const

/** Returns the answer to a request in words: its HTTP status, or why there was none. */
export function answerInWords({ result, status }: Omit<WebhookLastAttempt, 'durationMs'>): string {
  if (result === 'succeeded' || result === 'rejected') return String(status ?? '–')
  return NO_ANSWER[result]
}

const SECOND_MS = 1_000
const seconds = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats a duration: "86 ms" or "14.2 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < SECOND_MS) return `${milliseconds} ms`
  return `${seconds.format(milliseconds / SECOND_MS)} s`
}
