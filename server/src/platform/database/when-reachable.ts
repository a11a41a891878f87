import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { isDatabaseUnreachable } from './errors.ts'

const RETRY_EVERY_MS = 500
const GIVE_UP_AFTER_MS = 30_000

/**
 * Runs work that needs the database, and retries for 30 seconds while it cannot be reached. When
 * the service starts, PostgreSQL may be starting or recovering too. The work must be safe to run
 * twice.
 */
export async function whenReachable<T>(
  work: () => Promise<T>,
  { log, stopping }: { log: Log; stopping: AbortSignal },
): Promise<T> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isOver = stopping.aborted || performance.now() > giveUpAt
      if (isOver || !isBecauseUnreachable(error)) throw error
      log.warn({ err: error }, 'the database cannot be reached yet')
      await sleep(RETRY_EVERY_MS)
    }
  }
}

function isBecauseUnreachable(error: unknown): boolean {
  if (isDatabaseUnreachable(error)) return true
  return error instanceof Error && error.cause !== undefined && isBecauseUnreachable(error.cause)
}
