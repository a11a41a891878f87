/**
 * Counts of the records so far, by outcome. `recorded` is the sum of stored, already recorded, lost
 * and held records.
 */
export type RecordingCounts = {
  recorded: number
  stored: number
  /** Stored records that an earlier attempt had already stored. */
  duplicates: number
  /** Stored records whose cost is not known yet. */
  uncosted: number
  /** Stored records with a warning, such as a misspelled field. Each text is logged once. */
  warned: number
  /**
   * Records that differ from the stored one with the same key, such as those of a job that ran
   * twice and used other services. They are not stored.
   */
  alreadyRecorded: number
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
