import { createBoundedCache } from '../../bounded-cache.ts'
import { AppError } from '../../errors.ts'

const WINDOW_MS = 60_000
const KEYS_MAX = 10_000

/** Counts the uses of something that its holder is allowed to use. */
export type UseLimit = {
  /** Counts a use. Throws `rate_limited` after more than the limit within a minute. */
  count: (key: string) => void
}

/** Limits the uses of each key to `most` per minute. Each process counts separately. */
export function createUseLimit(most: number, message: string, now: () => Date): UseLimit {
  const used = createBoundedCache<{ count: number; until: number }>(KEYS_MAX)
  return {
    count: (key) => {
      const at = now().getTime()
      const seen = used.get(key)
      if (!seen || seen.until <= at) {
        used.set(key, { count: 1, until: at + WINDOW_MS })
        return
      }
      seen.count += 1
      if (seen.count <= most) return
      const retryAfterSeconds = Math.ceil((seen.until - at) / 1_000)
      throw new AppError('rate_limited', message, { retryAfterSeconds })
    },
  }
}
