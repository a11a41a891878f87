import type { FastifyRequest } from 'fastify'
import { createBoundedCache } from '../../bounded-cache.ts'
import { AppError } from '../../errors.ts'
import { networkOf } from '../network.ts'

/** More than honest mistakes cause, and too few to guess a secret. */
const WRONG_MAX = 1_000
const WINDOW_MS = 60_000
const ADDRESSES_MAX = 10_000

/** Counts the failed attempts of an address: API keys, link tokens, the metrics token. */
export type GuessLimit = {
  /**
   * Counts a failed attempt. Throws `rate_limited` after too many. Not called for valid secrets.
   */
  refuse: (request: FastifyRequest) => void
}

/**
 * Limits failed attempts per address. Only failed attempts are counted and refused, so that valid
 * requests from the same address are unaffected. Each process counts separately.
 */
export function createGuessLimit(now: () => Date): GuessLimit {
  const wrong = createBoundedCache<{ count: number; until: number }>(ADDRESSES_MAX)
  return {
    refuse: (request) => {
      const address = networkOf(request.ip)
      const at = now().getTime()
      const seen = wrong.get(address)
      if (!seen || seen.until <= at) {
        wrong.set(address, { count: 1, until: at + WINDOW_MS })
        return
      }
      seen.count += 1
      if (seen.count <= WRONG_MAX) return
      throw new AppError(
        'rate_limited',
        'Too many invalid keys or links from your address; check the key or the link, and wait',
        { retryAfterSeconds: Math.ceil((seen.until - at) / 1_000) },
      )
    },
  }
}
