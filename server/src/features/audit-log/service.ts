import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { newId } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { type AuditEntry, insertAuditEntries } from './queries.ts'

const FLUSH_EVERY_MS = 500
const BATCH_SIZE = 2_000
const WAITING_MAX = 50_000
const PATH_LENGTH_MAX = 2_000
const CLOSE_ATTEMPTS = 5

export type AuditLog = {
  /** Queues one entry; never waits. */
  add: (entry: Omit<AuditEntry, 'id'>) => void
  /** True when entries wait that cannot be written: no further request may go unlogged. */
  isFull: () => boolean
  /** Writes what waits, then stops. */
  close: () => Promise<void>
}

/**
 * The log of every request made with an API key. Entries are written behind the requests, many at
 * a time, so that no request waits for its own.
 */
export function createAuditLog(pool: Pool, log: Log): AuditLog {
  const waiting: AuditEntry[] = []
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()

  function flush(): Promise<void> {
    writing = writing.then(writeWaiting).catch((error) => {
      log.warn({ err: error, waiting: waiting.length }, 'audit log entries wait to be written')
    })
    return writing
  }
  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE)
      await insertAuditEntries(pool, batch)
      // Only now: after a failure the same entries, with the same ids, are written again.
      waiting.splice(0, batch.length)
    }
  }
  return {
    add: (entry) => {
      waiting.push({ ...entry, id: newId(), path: entry.path.slice(0, PATH_LENGTH_MAX) })
      if (waiting.length === BATCH_SIZE) void flush()
    },
    isFull: () => waiting.length >= WAITING_MAX,
    close: async () => {
      clearInterval(timer)
      for (let attempt = 1; attempt <= CLOSE_ATTEMPTS; attempt += 1) {
        await flush()
        if (waiting.length === 0) return
        await sleep(FLUSH_EVERY_MS)
      }
      log.error({ lost: waiting.length }, 'the audit log could not be written before the stop')
    },
  }
}
