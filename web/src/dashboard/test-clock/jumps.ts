/** Distances that one button press moves the clock. */
export const JUMPS = {
  day: { label: '1 day', days: 1 },
  month: { label: '1 month', months: 1 },
} as const

export type Jump = keyof typeof JUMPS

/**
 * Moves by a day or a month in UTC; the last day of a month maps to the last day of a shorter one.
 */
export function jumpFrom(now: string, jump: Jump): string {
  const from = new Date(now)
  if (jump === 'day') {
    from.setUTCDate(from.getUTCDate() + 1)
    return from.toISOString()
  }
  const day = from.getUTCDate()
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + 1)
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(day, last))
  return to.toISOString()
}
