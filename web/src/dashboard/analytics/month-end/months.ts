import { monthBefore } from '../../../ui/values/dates.ts'

export type Month = { startDate: string; endDate: string }

const SHOWN = 36

/** Returns the days of a month such as `2026-10`. */
export function daysOfMonth(month: string): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { startDate: `${month}-01`, endDate: dayOf(Date.UTC(year, number, 0)) }
}

/** Lists the current month and those before it, the latest first. */
export function listMonths(now: Date): string[] {
  return Array.from({ length: SHOWN }, (_, index) =>
    dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).slice(0, 7),
  )
}

/** Returns the last month that has ended. */
export const lastMonth = (now: Date) => monthBefore(now).startDate.slice(0, 7)

/** Returns the days after the month up to today; undefined before its end. */
export function daysSince({ endDate }: Month, now: Date): Month | undefined {
  const startDate = dayOf(Date.parse(endDate) + DAY_MS)
  const today = dayOf(now.getTime())
  return startDate > today ? undefined : { startDate, endDate: today }
}

const DAY_MS = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
