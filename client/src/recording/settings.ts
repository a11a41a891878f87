import { type Connection, milliseconds, wholeNumber } from '../settings.ts'
import type { RecordingOptions } from './options.ts'

const A_DAY = 24 * 60 * 60 * 1000
const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** Returns the options with defaults filled in. */
export function recordingSettings(options: RecordingOptions, connection: Connection) {
  const { flushInterval = 1_000, maxWaiting = 1_000, maxQueued = 10_000 } = options
  const { maxAge = A_DAY, maxRetries = NO_LIMIT, retryDelay = connection.retryDelay } = options
  return {
    flushInterval: milliseconds('recording.flushInterval', flushInterval),
    maxAge: milliseconds('recording.maxAge', maxAge),
    maxRetries: wholeNumber('recording.maxRetries', maxRetries),
    retryDelay: milliseconds('recording.retryDelay', retryDelay),
    maxWaiting: wholeNumber('recording.maxWaiting', maxWaiting),
    maxQueued: wholeNumber('recording.maxQueued', maxQueued),
    // The clock of a live deployment cannot be moved.
    stampUsageDate: options.stampUsageDate ?? connection.apiKey.includes('_live_'),
  }
}
