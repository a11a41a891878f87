import type { FastifyRequest } from 'fastify'
import { createBoundedCache } from '../../bounded-cache.ts'
import { AppError } from '../../errors.ts'
import { networkOf } from '../network.ts'

/** More than any mistake makes, and nothing to somebody who guesses. */
const WRONG_MAX = 1_000
const WINDOW_MS = 60_000
const ADDRESSES_MAX = 10_000

/** Counts what an address has tried in vain: API keys, tokens of links, the token of the metrics. */
export type GuessLimit = {
  /** Throws `rate_limited` once the address has guessed too often; what is right never gets here. */
  refuse: (request: FastifyRequest) => void
}

/**
 * Slows down whoever guesses. Only what is wrong counts and is refused, so that others behind the same
 * address go on as ever. Each process counts for itself.
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
        'Too many wrong keys or links from your address; check yours, and wait',
        { retryAfterSeconds: Math.ceil((seen.until - at) / 1_000) },
      )
    },
  }
}
