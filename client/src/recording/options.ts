import type { Lost } from './losses.ts'

/** Options for sending records in the background. */
export type RecordingOptions = {
  /** Milliseconds that a record waits to be batched with others; 1,000 by default. */
  flushInterval?: number | undefined
  /** Milliseconds after which an unstored record is lost; 86,400,000 (a day) by default. */
  maxAge?: number | undefined
  /** Maximum number of retries of a record; limited only by `maxAge` by default. */
  maxRetries?: number | undefined
  /**
   * Milliseconds before the first retry. During an outage each delay doubles, up to ten seconds.
   * For a record that fails while others are stored, each delay grows fourfold.
   */
  retryDelay?: number | undefined
  /**
   * Maximum number of failed records that wait for a retry, in addition to the queue; 1,000 by
   * default.
   */
  maxWaiting?: number | undefined
  /** Maximum number of records that wait for their first attempt; 10,000 by default. */
  maxQueued?: number | undefined
  /**
   * If true, a record without `usageDate` gets the time of recording as `recordedAt`, so that a
   * late record counts when it happened. True by default with live keys only: the clock of a test
   * deployment can be moved, so the service sets the time there.
   */
  stampUsageDate?: boolean | undefined
  /** If true, the process waits up to ten seconds at its end until held records are sent. */
  flushAtExit?: boolean | undefined
  /**
   * Receives the records that could not be stored, with the reason; also those whose key a
   * different record has, as `already_recorded`. Without it, each different error emits one
   * process warning, up to ten.
   */
  onLost?: ((lost: Lost) => unknown) | undefined
}
