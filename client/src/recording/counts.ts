/**
 * Counts of the records so far, by outcome. `recorded` is the sum of stored, lost and held records.
 */
export type RecordingCounts = {
  recorded: number
  stored: number
  /** Stored records that an earlier attempt had already stored. */
  duplicates: number
  /** Stored records whose cost is not known yet. */
  uncosted: number
  lost: number
  /** Attempts beyond the first one of each record. */
  retries: number
  /** Held records that were not sent yet. */
  queued: number
  /** Held records that failed and wait for a retry. */
  waiting: number
  /** Held records that are being sent. */
  inFlight: number
}
