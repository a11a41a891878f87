/** Where the clock can be moved by one press, from where it is. */
export const JUMPS = {
  day: { label: '1 day', days: 1 },
  month: { label: '1 month', months: 1 },
} as const

export type Jump = keyof typeof JUMPS

/** In UTC; from the last of a month to the last of a shorter one. */
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
