import { PieceworkError, RecordingError } from '../errors.ts'
import { logRetry } from '../http/attempt-log.ts'
import { backoff, isRetryable } from '../http/backoff.ts'
import { wait } from '../http/wait.ts'
import { withKey } from '../keyed-record.ts'
import type { Connection } from '../settings.ts'
import type { UsageRecord } from '../usage-record.ts'
import { type OnStored, outcomesOf, refusalsOf, type Stored } from './batch-answer.ts'
import { batchText, type Entry, entryOf, recordOf, textOf } from './entry.ts'
import { BATCH_PATH, sendBatch } from './send-batch.ts'

type Settings = {
  /** The finished job that the record describes. */
  job?: { result: unknown } | undefined
  /** Called with the error before it is thrown. */
  onUnrecorded: (error: RecordingError) => void
  onStored: OnStored
}

/**
 * Resolves when the record is stored, whether its cost is known or not. Throws a RecordingError
 * otherwise. The error has the record exactly as it was sent; identical bytes under the same key
 * count once.
 */
export async function recordNow(
  connection: Connection,
  record: UsageRecord,
  { job, onUnrecorded, onStored }: Settings,
): Promise<void> {
  const keyed = withKey(record)
  const { idempotencyKey } = keyed
  let sent = keyed
  try {
    const entry = entryOf(textOf(keyed, false), 0)
    sent = { ...recordOf(entry), idempotencyKey }
    onStored(await store(connection, entry))
  } catch (cause) {
    const error = new RecordingError(cause, { record: sent, job })
    onUnrecorded(error)
    throw error
  }
}

async function store(connection: Connection, entry: Entry): Promise<Stored> {
  for (let failures = 1; ; failures++) {
    const { stored, error } = await attempt(connection, entry)
    if (stored) return stored
    if (failures > connection.maxRetries || !isRetryable(error)) throw error
    const { retryDelay, logger } = connection
    const delay = backoff(failures, { retryDelay, retryAfter: error.retryAfter })
    logRetry({ method: 'POST', path: BATCH_PATH, logger }, error, delay)
    await wait(delay)
  }
}

type Attempt = { stored: Stored; error?: never } | { stored?: never; error: unknown }

async function attempt(connection: Connection, entry: Entry): Promise<Attempt> {
  try {
    const [outcome] = outcomesOf([entry], await sendBatch(connection, batchText([entry])))
    return outcome?.kind === 'stored' ? { stored: outcome } : { error: outcome?.error }
  } catch (error) {
    const [refusal] = error instanceof PieceworkError ? refusalsOf(error, [entry]) : []
    return { error: refusal?.error ?? error }
  }
}
