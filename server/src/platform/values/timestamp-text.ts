let lastTime = Number.NaN
let lastText = ''

/**
 * An instant (epoch milliseconds) as PostgreSQL reads it. The rows of a batch mostly carry the same
 * few instants, one after the other, so the last one is kept.
 */
export function timestampText(epochMilliseconds: number): string {
  if (epochMilliseconds !== lastTime) {
    lastText = new Date(epochMilliseconds).toISOString()
    lastTime = epochMilliseconds
  }
  return lastText
}

/** The UTC day of an instant, as PostgreSQL reads it. */
export function dateText(epochMilliseconds: number): string {
  return timestampText(epochMilliseconds).slice(0, 10)
}
