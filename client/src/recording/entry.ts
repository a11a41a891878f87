import { withKey } from '../keyed-record.ts'
import type { UsageRecord } from '../usage-record.ts'

/**
 * A serialized record. Retries send identical bytes, even if the caller changes the record after
 * `record`.
 */
export type Entry = {
  readonly text: string
  readonly number: number
  /** Time of recording, on a monotonic clock. */
  readonly heldSince: number
  /** Attempts that failed. */
  failures: number
  /** Failed attempts during which other batches succeeded. */
  failuresAlone: number
}

export const entryOf = (text: string, number: number): Entry => ({
  text,
  number,
  heldSince: performance.now(),
  failures: 0,
  failuresAlone: 0,
})

export function textOf(record: UsageRecord, stamp: boolean): string {
  const kept = withKey(record)
  const isNow = stamp && (kept.usageDate ?? kept.recordedAt ?? null) === null
  // Not as `usageDate`: a job that runs twice would then be two different records.
  return JSON.stringify(isNow ? { ...kept, recordedAt: new Date().toISOString() } : kept)
}

export const recordOf = (entry: Entry): UsageRecord => JSON.parse(entry.text)

const RECORDS_MAX = 100
/** Stays below the service's limit of 1 MiB. */
const BYTES_MAX = 1_000_000
const encoder = new TextEncoder()

/**
 * Returns how many of the first entries fit into one request. The first one always counts, however
 * large it is.
 */
export function howManyFit(entries: readonly Entry[]): number {
  let bytes = 0
  let count = 0
  for (const { text } of entries.slice(0, RECORDS_MAX)) {
    // A UTF-16 unit is at most three bytes, so most texts need no exact count.
    const most = text.length * 3 + 1
    bytes += bytes + most < BYTES_MAX ? most : encoder.encode(text).length + 1
    if (count > 0 && bytes > BYTES_MAX) break
    count += 1
  }
  return count
}

export const isFull = (entries: readonly Entry[]): boolean => entries.length >= RECORDS_MAX

export const batchText = (entries: readonly Entry[]): string =>
  `{"records":[${entries.map(({ text }) => text).join(',')}]}`
