import { type Connection, milliseconds, wholeNumber } from '../settings.ts'
import type { RecordingOptions } from './options.ts'

/** The options with everything that was left out. */
export function recordingSettings(options: RecordingOptions, connection: Connection) {
  const { flushInterval = 1_000, maxRetries = 5, maxWaiting = 1_000, maxQueued = 10_000 } = options
  const { retryDelay = connection.retryDelay } = options
  return {
    flushInterval: milliseconds('recording.flushInterval', flushInterval),
    maxRetries: wholeNumber('recording.maxRetries', maxRetries),
    retryDelay: milliseconds('recording.retryDelay', retryDelay),
    maxWaiting: wholeNumber('recording.maxWaiting', maxWaiting),
    maxQueued: wholeNumber('recording.maxQueued', maxQueued),
    // Only there can nobody move the clock.
    stampUsageDate: options.stampUsageDate ?? connection.apiKey.includes('_live_'),
  }
}
