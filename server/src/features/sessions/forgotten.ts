import type { Log } from '../../platform/log.ts'
import type { Attempts } from './attempts.ts'
import type { AuthLibrary, Caller } from './auth-library.ts'

export type ForgottenPasswords = {
  /** Throws `rate_limited`; else answers at once, whether or not there is such an account. */
  ask: (email: string, caller: Caller) => Promise<void>
  /** Waits for what is under way. */
  close: () => Promise<void>
}

/**
 * Sends links to choose another password. What an address is good for cannot be told from the answer
 * or from how long it takes: the work is done afterwards.
 */
export function createForgottenPasswords(
  { library, log }: { library: AuthLibrary; log: Log },
  attempts: Attempts,
): ForgottenPasswords {
  const underWay = new Set<Promise<void>>()
  async function send(email: string, caller: Caller): Promise<void> {
    try {
      const answer = await library.call({
        path: '/request-password-reset',
        body: { email },
        caller,
      })
      // 400: what the library takes for no address, which no account has.
      if (answer.status >= 500) throw new Error(`the library answered ${answer.status}`)
    } catch (error) {
      log.error({ err: error }, 'a link to choose a password was not made')
    }
  }
  return {
    ask: async (sent, caller) => {
      const email = sent.trim().toLowerCase()
      await attempts.take({ account: email, ip: caller.ip }, async () => false)
      const work = send(email, caller).finally(() => underWay.delete(work))
      underWay.add(work)
    },
    close: async () => {
      await Promise.all(underWay)
    },
  }
}
