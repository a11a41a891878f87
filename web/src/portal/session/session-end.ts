import { useSyncExternalStore } from 'react'
import type { ApiError } from '../../api/api-error.ts'

export type EndReason = 'expired' | 'revoked' | 'missing'
/** Time and reason of the end of a session, as this browser noticed it. */
type SessionEnd = { reason: EndReason; at: number }

const REASONS: Readonly<Record<string, EndReason>> = {
  portal_session_expired: 'expired',
  portal_session_revoked: 'revoked',
}

let last: SessionEnd | undefined
const listeners = new Set<() => void>()

export const reasonOf = (code: string): EndReason => REASONS[code] ?? 'missing'

/** Called for every request rejected without a valid session. */
export function endSession({ code }: Pick<ApiError, 'code'>): void {
  last = { reason: reasonOf(code), at: Date.now() }
  for (const listener of listeners) listener()
}

/** Returns the last end noticed. A session that was read later is a new one. */
export function useSessionEnd(): SessionEnd | undefined {
  return useSyncExternalStore(subscribe, () => last)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
