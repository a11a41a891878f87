import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'

const SECOND_MS = 1_000

/** Returns the seconds until a rejected request may be repeated; 0 if it may be now. */
export function useCountdown(refusal: ApiError | undefined): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const seconds = refusal?.retryAfterSeconds ?? 0
    const end = Date.now() + seconds * SECOND_MS
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS)))
    count()
    if (seconds === 0) return
    const timer = setInterval(count, SECOND_MS)
    return () => clearInterval(timer)
  }, [refusal])
  return left
}
