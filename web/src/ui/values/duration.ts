const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]
const TENTH_MS = 100

/**
 * Formats the time between two timestamps: "350 ms", "1.2 s", "2 min 5 s", "3 h 4 min". Clocks of
 * sources may be wrong: an end before its start is shown as a dash.
 */
export function formatDuration(start: string, end: string): string {
  const ms = new Date(end).getTime() - new Date(start).getTime()
  if (ms < 0) return '–'
  if (ms < SECOND_MS) return `${ms} ms`
  if (ms < MINUTE_MS) {
    return `${Math.floor(ms / SECOND_MS)}.${Math.floor((ms % SECOND_MS) / TENTH_MS)} s`
  }
  if (ms < HOUR_MS) {
    return `${Math.floor(ms / MINUTE_MS)} min ${Math.floor((ms % MINUTE_MS) / SECOND_MS)} s`
  }
  return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`
}
