import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { type MailDeps, NoAddress } from './send-mail.ts'

/** What it takes to write a mail about what has happened. */
export type ConsumerDeps = MailDeps & { db: Db; log: Log; now: () => Date }

/** A customer without an address gets no mail; false where that is so. */
export async function unlessNoAddress(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing
    return true
  } catch (error) {
    if (error instanceof NoAddress) return false
    throw error
  }
}
