/** What became of the records so far: `recorded` is the sum of stored, lost and those that are held. */
export type RecordingCounts = {
  recorded: number
  stored: number
  /** Of those stored: an earlier try had stored them already. */
  duplicates: number
  /** Of those stored: their cost is not known yet. */
  uncosted: number
  lost: number
  /** Tries beyond the first of each record. */
  retries: number
  /** Held, and not sent yet. */
  queued: number
  /** Held after a failure, until they are sent again. */
  waiting: number
  /** Held, and on their way. */
  inFlight: number
}
