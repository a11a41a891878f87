import { createBoundedCache } from '../../bounded-cache.ts'
import { AppError } from '../../errors.ts'

const WINDOW_MS = 60_000
const KEYS_MAX = 10_000

/** Counts how often something is used that its holder may use. */
export type UseLimit = {
  /** Throws `rate_limited` once `key` was used more than the limit within a minute. */
  count: (key: string) => void
}

/** Limits uses of one key to `most` a minute. Each process counts for itself. */
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
