import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isDatabaseUnreachable, isRetryable } from '../../platform/database/errors.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type AuditEntry, upsertAuditEntries } from './entries.ts'

const BATCH_SIZE = 2_000
const WAITING_MAX = 50_000
const WRITTEN_WITHIN_MS = 10_000
const RETRY_EVERY_MS = 200
const RETRY_AFTER_SECONDS = 5
const CLOSE_WITHIN_MS = 3_000

export type AuditLog = {
  /** Resolves once the entry is on disk; throws `unavailable` when that takes too long. */
  write: (entry: AuditEntry) => Promise<void>
  /** Like `write`, for requests without a caller that waits. */
  add: (entry: AuditEntry) => void
  /** Like `add`, for entries that are still being read. */
  addWhenRead: (entries: Promise<readonly AuditEntry[]>) => void
  /** Returns true when too many entries wait: no further request may go unlogged. */
  isFull: () => boolean
  /** Writes the waiting entries, then stops. */
  close: () => Promise<void>
}

type Waiting = { entry: AuditEntry; resolve: () => void }

/**
 * The log of every authenticated request. No response is sent before its entry is on disk, so
 * entries use group commit: while some are written, others gather.
 */
export function createAuditLog(pool: Pool, log: Log): AuditLog {
  /** By id, oldest first. A later entry about the same request replaces the earlier one. */
  const waiting = new Map<string, Waiting>()
  /** Entries that are still being read. */
  const reading = new Set<Promise<void>>()
  let writing: Promise<void> | undefined
  let giveUpAt = Number.POSITIVE_INFINITY

  function enqueue(entry: AuditEntry): Promise<void> {
    return new Promise((resolve) => {
      const before = waiting.get(entry.id)
      const resolveAll = () => {
        before?.resolve()
        resolve()
      }
      waiting.set(entry.id, { entry, resolve: resolveAll })
      writing ??= writeWaiting().finally(() => {
        writing = undefined
      })
    })
  }
  async function writeWaiting(): Promise<void> {
    while (waiting.size > 0 && performance.now() < giveUpAt) {
      const batch = [...waiting.values().take(BATCH_SIZE)]
      try {
        await insert(batch)
      } catch (error) {
        // The same entries are written again, with the same ids.
        log.warn({ err: error, waiting: waiting.size }, 'audit log entries wait to be written')
        await sleep(RETRY_EVERY_MS)
        continue
      }
      for (const one of batch) {
        if (waiting.get(one.entry.id) === one) waiting.delete(one.entry.id)
        one.resolve()
      }
    }
  }
  /** Throws when the database is unreachable. A rejected entry does not affect the others. */
  async function insert(batch: readonly Waiting[]): Promise<void> {
    const entries = batch.map(({ entry }) => entry)
    try {
      await upsertAuditEntries(pool, entries)
    } catch (error) {
      if (isDatabaseUnreachable(error) || isRetryable(error)) throw error
      if (batch.length > 1) for (const one of batch) await insert([one])
      else log.error({ err: error, entry: entries[0] }, 'the database refused an audit log entry')
    }
  }
  return {
    write: async (entry) => {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(notWritten()), WRITTEN_WITHIN_MS)
      try {
        await Promise.race([enqueue(entry), late.promise])
      } finally {
        clearTimeout(timer)
      }
    },
    add: (entry) => void enqueue(entry),
    addWhenRead: (entries) => {
      const read = entries
        .then((found) => {
          for (const entry of found) void enqueue(entry)
        })
        .catch((error) => log.error({ err: error }, 'an audit log entry was not written'))
        .finally(() => reading.delete(read))
      reading.add(read)
    },
    isFull: () => waiting.size >= WAITING_MAX,
    close: async () => {
      await Promise.race([Promise.all(reading), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })])
      // Set after the reading, so that the entries just read have the whole time.
      giveUpAt = performance.now() + CLOSE_WITHIN_MS
      await writing
      if (waiting.size === 0) return
      log.error({ lost: waiting.size }, 'the audit log could not be written before the stop')
    },
  }
}

export function notWritten(): AppError {
  const message = 'The audit log cannot be written at the moment; retry shortly'
  return new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
