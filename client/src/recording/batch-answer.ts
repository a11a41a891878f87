import type { UsageBatchResult, UsageFailure } from '../api.gen.ts'
import {
  AlreadyRecordedError,
  type PieceworkError,
  ServerError,
  ValidationError,
} from '../errors.ts'
import type { Entry } from './entry.ts'

/** Outcome of one record of a batch. */
export type RecordOutcome =
  | { kind: 'stored'; isDuplicate: boolean; isUncosted: boolean }
  | { kind: 'rejected'; error: PieceworkError }
  | { kind: 'failed'; error: PieceworkError }

/**
 * Returns the outcome of each entry, in order. An entry that the response does not mention counts
 * as failed.
 */
export function outcomesOf(entries: readonly Entry[], answer: UsageBatchResult): RecordOutcome[] {
  const outcomes: (RecordOutcome | undefined)[] = entries.map(() => undefined)
  for (const { index, duplicate } of answer.results.success) {
    outcomes[index] = { kind: 'stored', isDuplicate: duplicate === true, isUncosted: false }
  }
  for (const failure of answer.results.failed) outcomes[failure.index] = failureOutcome(failure)
  const silent = new ServerError('The answer says nothing of this record')
  return entries.map((_entry, at) => outcomes[at] ?? { kind: 'failed', error: silent })
}

function failureOutcome({
  stored,
  code,
  error,
  duplicate,
  conflictingEventId: eventId,
}: UsageFailure): RecordOutcome {
  if (stored) return { kind: 'stored', isDuplicate: duplicate === true, isUncosted: true }
  if (eventId !== undefined) {
    return { kind: 'rejected', error: new AlreadyRecordedError(error, { code, eventId }) }
  }
  if (code === 'VALIDATION_ERROR') {
    return { kind: 'rejected', error: new ValidationError(error, { code }) }
  }
  return { kind: 'failed', error: new ServerError(error, { code }) }
}

/**
 * Returns the entries named by the rejection of a whole batch, such as `records[3].agentCode is
 * required`.
 */
export function namedBy(error: PieceworkError, entries: readonly Entry[]): Set<Entry> {
  const named = new Set<Entry>()
  for (const message of error.messages) {
    const [, index] = /^records\[(\d+)\]/.exec(message) ?? []
    const entry = index === undefined ? undefined : entries[Number(index)]
    if (entry !== undefined) named.add(entry)
  }
  return named
}
