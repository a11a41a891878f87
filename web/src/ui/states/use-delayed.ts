import { useEffect, useState } from 'react'

const DELAY_MS = 150

/** Returns true after a state has lasted for a while, so that short states do not flicker. */
export function useDelayed(isLasting: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLasting) return setShown(false)
    const timer = setTimeout(() => setShown(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isLasting])
  return isLasting && isShown
}
