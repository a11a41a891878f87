import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'

const WINDOW_MS = 5 * 60_000
/** High enough for several people who mistype behind one address. */
const NETWORK_MAX = 50
/** Per account; a person who mistypes this often requests a reset link instead. */
const ACCOUNT_MAX = 10
const COUNTED_MAX = 50_000
/** Networks from which an account has signed in. */
const KNOWN_MAX = 50_000

type Counted = { count: number; until: number }

/** A password attempt: the account and the network it came from. */
export type Attempt = { account: string; ip: string }

/**
 * Limits password guessing, by network and by account. Strangers who use up an account's attempts
 * do not lock out a caller from a network that the account used before. Each process counts
 * separately.
 */
export type Attempts = {
  /**
   * Counts an attempt before it is made, so that concurrent ones are counted too; throws
   * `rate_limited`. `isKnown` tells if the account is in use from there; called only when needed.
   */
  take: (attempt: Attempt, isKnown: () => Promise<boolean>) => Promise<void>
  /** After a correct password: uncounts the attempt and remembers its network. */
  noteSuccess: (attempt: Attempt) => void
  /** Uncounts an attempt whose password was not verified. */
  release: (attempt: Attempt) => void
  /** True if a correct password came from this network since the process started. */
  knows: (attempt: Attempt) => boolean
}

/** `message` tells a refused caller what to do. */
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
    noteSuccess: (attempt) => {
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
