import { useEffect, useState } from 'react'
import type { PortalVisit } from '../../api/api-types.ts'
import { endSession } from './session-end.ts'

const NOTICE_MS = 5 * 60_000

/**
 * Returns true in the last minutes of a session, and ends it automatically. The expiry follows the
 * service's clock. The local clock may be wrong, so it only measures the time since the session was
 * read.
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
    // No timer runs while a phone sleeps.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [endsAt])
  return isEnding
}
