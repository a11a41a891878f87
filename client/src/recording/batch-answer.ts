import type { UsageBatchResult, UsageFailure } from '../api.gen.ts'
import {
  AlreadyRecordedError,
  type PieceworkError,
  ServerError,
  ValidationError,
} from '../errors.ts'
import type { Entry } from './entry.ts'

/** What the service answered about a stored record. */
export type Stored = {
  kind: 'stored'
  isDuplicate: boolean
  isUncosted: boolean
  warnings: readonly string[]
}

/** Called with a record that was stored without the queue. */
export type OnStored = (stored: Stored) => void

/** Outcome of one record of a batch. */
export type RecordOutcome =
  | Stored
  | { kind: 'rejected'; error: PieceworkError }
  | { kind: 'failed'; error: PieceworkError }

/**
 * Returns the outcome of each entry, in order. An entry that the response does not mention counts
 * as failed.
 */
export function outcomesOf(entries: readonly Entry[], answer: UsageBatchResult): RecordOutcome[] {
  const outcomes: (RecordOutcome | undefined)[] = entries.map(() => undefined)
  for (const { index, ...success } of answer.results.success) {
    outcomes[index] = storedOutcome(success, false)
  }
  for (const failure of answer.results.failed) outcomes[failure.index] = failureOutcome(failure)
  const silent = new ServerError('The answer says nothing of this record')
  return entries.map((_entry, at) => outcomes[at] ?? { kind: 'failed', error: silent })
}

function storedOutcome(
  { duplicate, warnings }: Pick<UsageFailure, 'duplicate' | 'warnings'>,
  isUncosted: boolean,
): RecordOutcome {
  const isDuplicate = duplicate === true
  const texts = Array.isArray(warnings) ? warnings : []
  return { kind: 'stored', isDuplicate, isUncosted, warnings: texts }
}

function failureOutcome(failure: UsageFailure): RecordOutcome {
  const { stored, code, error, conflictingEventId: eventId } = failure
  if (stored) return storedOutcome(failure, true)
  if (eventId !== undefined) {
    return { kind: 'rejected', error: new AlreadyRecordedError(error, { code, eventId }) }
  }
  if (code === 'VALIDATION_ERROR') {
    return { kind: 'rejected', error: new ValidationError(error, { code }) }
  }
  return { kind: 'failed', error: new ServerError(error, { code }) }
}

/** An error without the place of the record in the batch, and the entries that it is about. */
type Refusal = { error: PieceworkError; entries: Entry[] }

/**
 * Returns the entries named by the rejection of a whole batch, such as `records[3].agentCode is
 * required`, by what is wrong with them. A place in a batch means nothing to the caller of `record`.
 */
export function refusalsOf(error: PieceworkError, entries: readonly Entry[]): Refusal[] {
  const messages = new Map<Entry, string[]>()
  for (const message of error.messages) {
    const [place, index] = /^records\[(\d+)\]\.?/.exec(message) ?? []
    const entry = index === undefined ? undefined : entries[Number(index)]
    if (place === undefined || entry === undefined) continue
    const text = message.slice(place.length)
    const own = messages.get(entry) ?? []
    messages.set(entry, [...own, text.startsWith(' ') ? `The record${text}` : text])
  }
  const refusals = new Map<string, Refusal>()
  for (const [entry, own] of messages) {
    const key = own.join('\n')
    const [param] = /^[a-z][\w.[\]]*/.exec(key) ?? []
    const { status, code, requestId } = error
    const refused = new ValidationError(own, { status, code, param, requestId })
    const refusal = refusals.get(key) ?? { error: refused, entries: [] }
    refusal.entries.push(entry)
    refusals.set(key, refusal)
  }
  return [...refusals.values()]
}
