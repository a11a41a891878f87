const SHOWN_LENGTH_MAX = 40

/** Returns a value of a request as JSON for use in a response, shortened. */
export function shownValue(value: unknown): string {
  const shown = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined')
  return shown.length > SHOWN_LENGTH_MAX ? `${shown.slice(0, SHOWN_LENGTH_MAX)}…` : shown
}
