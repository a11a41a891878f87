import type { RecordedHold } from '../api.gen.ts'
import { PieceworkError, RecordingError } from '../errors.ts'
import type { KeyedRecord } from '../keyed-record.ts'
import { type OnStored, outcomesOf, refusalsOf } from '../recording/batch-answer.ts'
import { batchText, type Entry, entryOf, recordOf, textOf } from '../recording/entry.ts'
import { sendBatch } from '../recording/send-batch.ts'
import type { Warnings } from '../recording/warnings.ts'
import type { RecordEvent } from '../run.ts'
import type { Connection } from '../settings.ts'
import { type Deadline, type TooLate, withinTime } from './within-time.ts'

/** What a guarded run uses of its client. */
export type Reporting = {
  connection: Connection
  /** If true, records get the time at which they were made. */
  stampUsageDate: boolean
  /** Records an event as `record` of the client does. */
  record: RecordEvent
  onUnrecorded: (error: RecordingError) => void
  /** Called with an error that the caller does not get. */
  onSwallowed: (error: unknown) => void
  onStored: OnStored
  onWarnings: Warnings
}

/** A stored record. `costUsd` is undefined if the cost is not known. */
export type Reported = { costUsd?: string | undefined; hold?: RecordedHold | undefined }

/**
 * Sends a record. Returns what the service answered, and the record as it was sent: if it is too late
 * for an answer, the same record can be sent again and counts once. Throws a RecordingError for a
 * refused record, after `onLost` got it.
 */
export async function report(
  reporting: Reporting,
  event: KeyedRecord,
  deadline: Deadline,
  job?: { result: unknown },
): Promise<{ record: KeyedRecord; answer: Reported | TooLate }> {
  const { connection, stampUsageDate, onUnrecorded, onStored } = reporting
  let record = event
  try {
    const entry = entryOf(textOf(event, stampUsageDate), 0)
    record = { ...recordOf(entry), idempotencyKey: event.idempotencyKey }
    const answer = await withinTime(deadline, (timeout) =>
      store({ ...connection, timeout }, entry, onStored),
    )
    return { record, answer }
  } catch (cause) {
    const error = new RecordingError(cause, { record, job })
    onUnrecorded(error)
    throw error
  }
}

async function store(connection: Connection, entry: Entry, onStored: OnStored): Promise<Reported> {
  try {
    const answer = await sendBatch(connection, batchText([entry]))
    const [outcome] = outcomesOf([entry], answer)
    if (outcome?.kind !== 'stored') throw outcome?.error
    onStored(outcome)
    const [success] = answer.results.success
    return { costUsd: success?.totalCostUsd, hold: success?.hold }
  } catch (error) {
    const [refusal] = error instanceof PieceworkError ? refusalsOf(error, [entry]) : []
    throw refusal?.error ?? error
  }
}
