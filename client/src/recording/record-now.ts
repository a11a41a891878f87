import { randomUUID } from 'node:crypto'
import type { UsageRecord } from '../api.gen.ts'
import { backoff, isPassing } from '../http/backoff.ts'
import { wait } from '../http/wait.ts'
import type { Connection } from '../settings.ts'
import { fatesOf } from './batch-answer.ts'
import { batchText, type Entry, entryOf, textOf } from './entry.ts'
import { sendBatch } from './send-batch.ts'

/** Ends when the record is stored, whether its cost is known or not, and else throws why it is not. */
export async function recordNow(connection: Connection, record: UsageRecord): Promise<void> {
  const idempotencyKey = record.idempotencyKey ?? randomUUID()
  const entry = entryOf(textOf({ ...record, idempotencyKey }, false), 0)
  for (let failures = 1; ; failures++) {
    const error = await failureOf(connection, entry)
    if (error === undefined) return
    if (failures > connection.maxRetries || !isPassing(error)) throw error
    const { retryDelay } = connection
    await wait(backoff(failures, { retryDelay, retryAfter: error.retryAfter }))
  }
}

async function failureOf(connection: Connection, entry: Entry): Promise<unknown> {
  try {
    const [fate] = fatesOf([entry], await sendBatch(connection, batchText([entry])))
    return fate === undefined || fate.kind === 'stored' ? undefined : fate.error
  } catch (error) {
    return error
  }
}
