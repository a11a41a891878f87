import { useEffect, useState } from 'react'

const DELAY_MS = 150

/** True once something has lasted so long that it should show: what is quick must not flicker. */
export function useDelayed(isLasting: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLasting) return setShown(false)
    const timer = setTimeout(() => setShown(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isLasting])
  return isLasting && isShown
}
