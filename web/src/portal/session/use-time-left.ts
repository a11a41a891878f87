import { useEffect, useState } from 'react'
import type { PortalVisit } from '../../api/api-types.ts'
import { endSession } from './session-end.ts'

const NOTICE_MS = 5 * 60_000

/**
 * True in the last minutes of a session, which then ends by itself. By the clock of the service: that of a
 * phone may be wrong, so only the time since the session was read is measured here.
 */
export function useIsEnding({ expiresAt, now }: PortalVisit, readAt: number): boolean {
  const endsAt = readAt + Date.parse(expiresAt) - Date.parse(now)
  const [isEnding, setEnding] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const left = endsAt - Date.now()
      setEnding(left <= NOTICE_MS)
      if (left <= 0) return endSession({ code: 'portal_session_expired' })
      timer = setTimeout(look, left > NOTICE_MS ? left - NOTICE_MS : left)
    }
    look()
    // While a phone sleeps, no timer runs.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [endsAt])
  return isEnding
}
