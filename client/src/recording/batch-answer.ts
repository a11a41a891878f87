import type { UsageBatchResult } from '../api.gen.ts'
import { type PieceworkError, ServerError, ValidationError } from '../errors.ts'
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
  for (const { index, stored, code, error, duplicate } of answer.results.failed) {
    if (stored) {
      outcomes[index] = { kind: 'stored', isDuplicate: duplicate === true, isUncosted: true }
    } else if (code === 'VALIDATION_ERROR') {
      outcomes[index] = { kind: 'rejected', error: new ValidationError(error, { code }) }
    } else {
      outcomes[index] = { kind: 'failed', error: new ServerError(error, { code }) }
    }
  }
  const silent = new ServerError('The answer says nothing of this record')
  return entries.map((_entry, at) => outcomes[at] ?? { kind: 'failed', error: silent })
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
