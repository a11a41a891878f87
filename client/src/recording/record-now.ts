import { RecordingError } from '../errors.ts'
import { logRetry } from '../http/attempt-log.ts'
import { backoff, isRetryable } from '../http/backoff.ts'
import { wait } from '../http/wait.ts'
import { withKey } from '../keyed-record.ts'
import type { Connection } from '../settings.ts'
import type { UsageRecord } from '../usage-record.ts'
import { outcomesOf } from './batch-answer.ts'
import { batchText, type Entry, entryOf, recordOf, textOf } from './entry.ts'
import { BATCH_PATH, sendBatch } from './send-batch.ts'

type Settings = {
  /** The finished job that the record describes. */
  job?: { result: unknown } | undefined
  /** Called with the error before it is thrown. */
  onUnrecorded: (error: RecordingError) => void
}

/**
 * Resolves when the record is stored, whether its cost is known or not. Throws a RecordingError
 * otherwise. The error has the record exactly as it was sent; identical bytes under the same key
 * count once.
 */
export async function recordNow(
  connection: Connection,
  record: UsageRecord,
  { job, onUnrecorded }: Settings,
): Promise<void> {
  const keyed = withKey(record)
  const { idempotencyKey } = keyed
  let sent = keyed
  try {
    const entry = entryOf(textOf(keyed, false), 0)
    sent = { ...recordOf(entry), idempotencyKey }
    await store(connection, entry)
  } catch (cause) {
    const error = new RecordingError(cause, { record: sent, job })
    onUnrecorded(error)
    throw error
  }
}

async function store(connection: Connection, entry: Entry): Promise<void> {
  for (let failures = 1; ; failures++) {
    const error = await failureOf(connection, entry)
    if (error === undefined) return
    if (failures > connection.maxRetries || !isRetryable(error)) throw error
    const { retryDelay, logger } = connection
    const delay = backoff(failures, { retryDelay, retryAfter: error.retryAfter })
    logRetry({ method: 'POST', path: BATCH_PATH, logger }, error, delay)
    await wait(delay)
  }
}

async function failureOf(connection: Connection, entry: Entry): Promise<unknown> {
  try {
    const [fate] = outcomesOf([entry], await sendBatch(connection, batchText([entry])))
    return fate === undefined || fate.kind === 'stored' ? undefined : fate.error
  } catch (error) {
    return error
  }
}
