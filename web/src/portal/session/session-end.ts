import { useSyncExternalStore } from 'react'
import type { ApiError } from '../../api/api-error.ts'

export type EndReason = 'expired' | 'revoked' | 'missing'
/** When this browser heard that nobody is signed in any more, and why. */
type SessionEnd = { reason: EndReason; at: number }

const REASONS: Readonly<Record<string, EndReason>> = {
  portal_session_expired: 'expired',
  portal_session_revoked: 'revoked',
}

let last: SessionEnd | undefined
const listeners = new Set<() => void>()

export const reasonOf = (code: string): EndReason => REASONS[code] ?? 'missing'

/** What every request does that was refused for want of a session. */
export function endSession({ code }: Pick<ApiError, 'code'>): void {
  last = { reason: reasonOf(code), at: Date.now() }
  for (const listener of listeners) listener()
}

/** The end that was heard of last; a session that was read after it is another one. */
export function useSessionEnd(): SessionEnd | undefined {
  return useSyncExternalStore(subscribe, () => last)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
