import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'

const WINDOW_MS = 5 * 60_000
/** People behind one address, who mistype. */
const NETWORK_MAX = 50
/** Of one account: nobody mistypes more often and does not ask for another password. */
const ACCOUNT_MAX = 10
const COUNTED_MAX = 50_000
/** Networks that an account was signed in from. */
const KNOWN_MAX = 50_000

type Counted = { count: number; until: number }

/** Who tries a password: for which account, from where. */
export type Attempt = { account: string; ip: string }

/**
 * Slows down whoever guesses passwords, by network and by account. Strangers who use up the attempts of
 * an account keep nobody out who signs in from where the account was used before. Each process counts
 * for itself.
 */
export type Attempts = {
  /**
   * Takes an attempt before it is made, so that many at once are counted too; throws `rate_limited`.
   * `isKnown` says whether the account is in use from there, and is asked only when it matters.
   */
  take: (attempt: Attempt, isKnown: () => Promise<boolean>) => Promise<void>
  /** The password was right: its attempt does not count, and its network is known from now on. */
  giveBack: (attempt: Attempt) => void
  /** The password was not looked at: its attempt does not count. */
  release: (attempt: Attempt) => void
  /** Whether a right password came from this network since the process started. */
  knows: (attempt: Attempt) => boolean
}

/** `message` tells a caller who is refused what to do. */
export function createAttempts(now: () => Date, message: string): Attempts {
  const counted = createBoundedCache<Counted>(COUNTED_MAX)
  const known = createBoundedCache<true>(KNOWN_MAX)

  function current(key: string): Counted {
    const at = now().getTime()
    const seen = counted.get(key)
    if (seen && seen.until > at) return seen
    const fresh = { count: 0, until: at + WINDOW_MS }
    counted.set(key, fresh)
    return fresh
  }
  function refuse({ until }: Counted): never {
    const retryAfterSeconds = Math.max(1, Math.ceil((until - now().getTime()) / 1_000))
    throw new AppError('rate_limited', message, { retryAfterSeconds })
  }
  function release(attempt: Attempt): void {
    for (const key of Object.values(keysOf(attempt))) {
      const seen = counted.get(key)
      if (seen && seen.count > 0) seen.count -= 1
    }
  }
  return {
    take: async (attempt, isKnown) => {
      const keys = keysOf(attempt)
      const network = current(keys.network)
      if (network.count >= NETWORK_MAX) refuse(network)
      const account = current(keys.account)
      const own = current(keys.own)
      if (own.count >= ACCOUNT_MAX) refuse(own)
      network.count += 1
      account.count += 1
      own.count += 1
      if (account.count <= ACCOUNT_MAX) return
      if (known.has(keys.own) || (await isKnown())) return
      refuse(account)
    },
    giveBack: (attempt) => {
      known.set(keysOf(attempt).own, true)
      release(attempt)
    },
    release,
    knows: (attempt) => known.has(keysOf(attempt).own),
  }
}

function keysOf({ account, ip }: Attempt) {
  const network = networkOf(ip)
  return {
    network: `network ${network}`,
    account: `account ${account}`,
    own: `own ${account} ${network}`,
  }
}
