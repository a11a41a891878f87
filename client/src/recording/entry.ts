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

/** Returns a record as JSON. Throws a TypeError for a value that JSON has no text for. */
export function textOf(record: UsageRecord, stamp: boolean): string {
  const kept = withKey(record)
  const isNow = stamp && (kept.usageDate ?? kept.recordedAt ?? null) === null
  // Not as `usageDate`: a job that runs twice would then be two different records.
  const text = JSON.stringify(isNow ? { ...kept, recordedAt: new Date().toISOString() } : kept)
  if (text.includes('null')) refuseNotFinite(kept)
  return text
}

/**
 * Throws a TypeError for a count such as NaN. JSON would have null in its place, which the service
 * reads as a field that is left out: a quantity of 1, or no tokens.
 */
function refuseNotFinite({ metadata, ...counted }: UsageRecord): void {
  JSON.stringify(counted, (field, value) => {
    if (typeof value !== 'number' || Number.isFinite(value)) return value
    throw new TypeError(`${field} is ${value}`)
  })
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
