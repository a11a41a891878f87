import type { Lost } from './losses.ts'

/** How records are sent in the background. */
export type RecordingOptions = {
  /** Milliseconds that a record waits for others to be sent with; 1,000 by default. */
  flushInterval?: number | undefined
  /** Milliseconds after which a record that could not be stored is lost; 86,400,000 (a day) by default. */
  maxAge?: number | undefined
  /** How often a record is sent again at most; as often as `maxAge` allows by default. */
  maxRetries?: number | undefined
  /**
   * Milliseconds before the first retry. While the service is away each later one waits twice as long,
   * up to ten seconds; a record that fails while others are stored waits four times as long each time.
   */
  retryDelay?: number | undefined
  /** How many records that failed may wait to be sent again, beside the queue; 1,000 by default. */
  maxWaiting?: number | undefined
  /** How many records may wait to be sent for the first time; 10,000 by default. */
  maxQueued?: number | undefined
  /**
   * Whether a record without `usageDate` gets the time at which it was recorded, so that one that is
   * sent late counts when it happened. By default with live keys only: in test deployments the
   * service's own clock, which can be moved, says when it is.
   */
  stampUsageDate?: boolean | undefined
  /** Whether the end of the process waits until what is held is sent, up to ten seconds. */
  flushAtExit?: boolean | undefined
  /** What could not be stored, and why. Without it, the first loss is a warning of the process. */
  onLost?: ((lost: Lost) => unknown) | undefined
}
