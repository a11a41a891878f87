import { AlreadyRecordedError, type PieceworkError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { UsageRecord } from '../usage-record.ts'
import { type Entry, recordOf } from './entry.ts'
import { onceEach } from './once-each.ts'

/**
 * Reasons why records are lost:
 *
 * - `overflow`: too many records were held.
 * - `rejected`: a retry cannot succeed.
 * - `already_recorded`: a different record with the same key is stored. The same job is billed by
 *   that record; other work is not billed, and needs another key.
 * - `gave_up`: they could not be stored within `maxAge` or `maxRetries`.
 * - `closed`: the client was closed before they were stored.
 * - `not_json`: the record cannot be written as JSON.
 */
export type LossReason =
  | 'overflow'
  | 'rejected'
  | 'already_recorded'
  | 'gave_up'
  | 'closed'
  | 'not_json'

/**
 * Lost records. They keep their idempotency keys, so recording them again later counts none of them
 * twice.
 */
export type Lost = { reason: LossReason; error: PieceworkError; records: UsageRecord[] }

type Loss = {
  reason: LossReason
  error: PieceworkError
  entries: Entry[]
  records: UsageRecord[]
}

/** Returns the reason for a record that no retry can store. */
export const reasonOfRefusal = (error: unknown): LossReason =>
  error instanceof AlreadyRecordedError ? 'already_recorded' : 'rejected'

const HELD_MAX = 100
const NOT_STORED =
  'Usage records are not stored: different records have their idempotency keys (already_recorded). Jobs that ' +
  'ran twice are billed; other work needs other keys. Set onLost to receive the records.'

/**
 * Reports losses soon after they occur, but not from inside `record`, because `onLost` may call
 * `record` again. Losses with the same error are reported together.
 */
export function createLosses(onLost: ((lost: Lost) => unknown) | undefined, logger: Logger) {
  let held: Loss[] = []
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTelling = false
  const tellOnce = onceEach(
    (text) => logger.error(text),
    'Usage records are lost for further reasons, which are not logged. Set onLost to keep them.',
  )

  function tell(): void {
    if (isTelling) return
    isTelling = true
    clearTimeout(timer)
    timer = undefined
    const losses = held
    held = []
    count = 0
    for (const { reason, error, entries, records } of losses) {
      // Recording never throws, whether `onLost` throws or rejects.
      const lost = { reason, error, records: [...records, ...entries.map(recordOf)] }
      void new Promise<unknown>((resolve) => resolve(onLost?.(lost))).catch((failure) => {
        const reason = failure instanceof Error ? failure.message : typeof failure
        tellOnce(`Usage records are lost, and onLost failed: ${reason}`)
      })
    }
    isTelling = false
  }

  function add(
    reason: LossReason,
    error: PieceworkError,
    lost: { entry: Entry } | { record: UsageRecord },
  ) {
    if (onLost === undefined) {
      if (reason === 'already_recorded') {
        tellOnce(NOT_STORED)
      } else {
        tellOnce(`Usage records are lost (${reason}): ${error.message}. Set onLost to keep them.`)
      }
      return
    }
    let loss = held.at(-1)
    if (loss?.error !== error || loss.reason !== reason) {
      loss = { reason, error, entries: [], records: [] }
      held.push(loss)
    }
    if ('entry' in lost) loss.entries.push(lost.entry)
    else loss.records.push(lost.record)
    count += 1
    timer ??= setTimeout(tell, 0)
    // A loop that records without yielding lets no timer run.
    if (count >= HELD_MAX) tell()
  }

  return { add, tell }
}

export type Losses = ReturnType<typeof createLosses>
