import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { type MailDeps, NoAddress } from './send-mail.ts'

/** Dependencies for writing an email about an event. */
export type ConsumerDeps = MailDeps & { db: Db; log: Log; now: () => Date }

/**
 * Waits for `writing` and returns false if the customer has no email address, and so gets no email.
 */
export async function unlessNoAddress(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing
    return true
  } catch (error) {
    if (error instanceof NoAddress) return false
    throw error
  }
}
