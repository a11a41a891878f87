let lastTime = Number.NaN
let lastText = ''

/**
 * Formats an instant (epoch milliseconds) for PostgreSQL. Caches the last one, because rows of a
 * batch mostly repeat a few instants in sequence.
 */
export function timestampText(epochMilliseconds: number): string {
  if (epochMilliseconds !== lastTime) {
    lastText = new Date(epochMilliseconds).toISOString()
    lastTime = epochMilliseconds
  }
  return lastText
}

/** Formats the UTC day of an instant for PostgreSQL. */
export function dateText(epochMilliseconds: number): string {
  return timestampText(epochMilliseconds).slice(0, 10)
}
