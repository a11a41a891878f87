import type { UsageBatchResult } from '../../src/features/usage/batch/result-fields.ts'
import { createNotes, type Notes, noteViolation } from './notes.ts'
import type { UsageRecord } from './records.ts'

/** The required outcome of a record, if it is answered. */
export type Expectation = 'stored' | 'refused'

/** An answer that promised a stored event. */
export type Promised = {
  eventId: string
  rawEventId: string | undefined
  isDuplicate: boolean
  /** Undefined when the answer said that the cost is not known yet. */
  totalCostUsd: string | undefined
}

/** Everything that the client knows of one record, which it may have sent several times. */
export type Entry = {
  marker: string
  record: UsageRecord
  expectation: Expectation
  promised: Promised[]
  /** Codes and reasons of the answers with `stored: false`. */
  refused: string[]
  /** Number of attempts without an answer: a 5xx, or a lost connection. */
  unanswered: number
}

/** The client's record, against which the service is checked. */
export type Ledger = Notes & {
  entries: Map<string, Entry>
  /** Models whose mapping was acknowledged. */
  mapped: Set<string>
  /** Number of records sent, repetitions included. */
  submissions: number
  /** Number of unanswered records that were sent again after a round. */
  resent: number
}

export function createLedger(): Ledger {
  return { ...createNotes(), entries: new Map(), mapped: new Set(), submissions: 0, resent: 0 }
}

/** Notes that a record is about to be sent, for the first time or again. */
export function noteSent(
  ledger: Ledger,
  { record, expectation }: { record: UsageRecord; expectation: Expectation },
): Entry {
  ledger.submissions += 1
  const { marker } = record
  const known = ledger.entries.get(marker)
  if (known) return known
  const entry = { marker, record, expectation, promised: [], refused: [], unanswered: 0 }
  ledger.entries.set(marker, entry)
  return entry
}

export function noteUnanswered(entries: readonly Entry[]): void {
  for (const entry of entries) entry.unanswered += 1
}

/** Notes the answer for each record of a batch, of which there must be exactly one. */
export function noteAnswered(
  ledger: Ledger,
  entries: readonly Entry[],
  { results }: UsageBatchResult,
): void {
  const answered = new Set<number>()
  for (const { index, duplicate, eventId, rawEventId, totalCostUsd } of results.success) {
    answered.add(index)
    const promised = { eventId, rawEventId, totalCostUsd, isDuplicate: duplicate === true }
    notePromised(ledger, entries[index], promised)
  }
  for (const failed of results.failed) {
    answered.add(failed.index)
    const { stored, eventId, rawEventId, code, error, duplicate } = failed
    if (stored && eventId !== undefined) {
      const isDuplicate = duplicate === true
      const promised = { eventId, rawEventId, isDuplicate, totalCostUsd: undefined }
      notePromised(ledger, entries[failed.index], promised)
    } else if (stored) {
      noteViolation(ledger, `an answer says stored: true and names no event (${error})`)
    } else {
      noteRefused(ledger, entries[failed.index], { code, error })
    }
  }
  const count = results.success.length + results.failed.length
  if (count !== entries.length || answered.size !== entries.length) {
    noteViolation(ledger, `a batch of ${entries.length} got ${count} results`)
  }
}

function notePromised(ledger: Ledger, entry: Entry | undefined, promised: Promised): void {
  if (!entry) return
  entry.promised.push(promised)
  if (entry.expectation === 'refused') {
    noteViolation(ledger, `${entry.marker} had to be refused and was answered as stored`)
  }
}

function noteRefused(
  ledger: Ledger,
  entry: Entry | undefined,
  { code, error }: { code: string; error: string },
): void {
  if (!entry) return
  entry.refused.push(`${code}: ${error}`)
  // An INTERNAL_ERROR is allowed: the check asserts that nothing was stored.
  if (entry.expectation === 'stored' && code === 'VALIDATION_ERROR') {
    noteViolation(ledger, `${entry.marker} is valid and was refused: ${error}`)
  }
}
