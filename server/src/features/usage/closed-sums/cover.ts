import { merge, monthAfter, monthOf, type Range, subtract } from '../../../domain/time/range.ts'
import { dateText } from '../ingest/timestamp-text.ts'

const DAY_MS = 24 * 60 * 60_000

/** Whole days in UTC, both included, as `YYYY-MM-DD`. */
export type DateRange = { startDate: string; endDate: string }

/** What is closed of a time, by the first day of each. */
export type Closed = { months: readonly string[]; days: readonly string[] }

/** A time in whole months and days that are closed, and the rest of it. */
export type Cover = { months: string[]; days: string[]; rest: DateRange[] }

/** As few parts as there can be: a day of a month that is taken whole is not taken again. */
export function coverOf(dates: DateRange, closed: Closed): Cover {
  const window = { start: Date.parse(dates.startDate), end: Date.parse(dates.endDate) + DAY_MS }
  const isWithin = ({ start, end }: Range<number>) => start >= window.start && end <= window.end
  const months = closed.months.map(monthRange).filter(isWithin)
  const whole = new Set(months.map(({ start }) => start))
  const days = closed.days
    .map(dayRange)
    .filter(isWithin)
    .filter(({ start }) => !whole.has(monthOf(start)))
  const taken = merge([...months, ...days].toSorted((a, b) => a.start - b.start))
  return {
    months: months.map(({ start }) => dateText(start)),
    days: days.map(({ start }) => dateText(start)),
    rest: subtract(window, taken).map(({ start, end }) => {
      return { startDate: dateText(start), endDate: dateText(end - DAY_MS) }
    }),
  }
}

function monthRange(first: string): Range<number> {
  const start = Date.parse(first)
  return { start, end: monthAfter(start) }
}

function dayRange(day: string): Range<number> {
  const start = Date.parse(day)
  return { start, end: start + DAY_MS }
}

/** Whether a time has a whole month at all. */
export function hasWholeMonth({ startDate, endDate }: DateRange): boolean {
  const start = Date.parse(startDate)
  const first = monthOf(start) === start ? start : monthAfter(monthOf(start))
  return monthAfter(first) <= Date.parse(endDate) + DAY_MS
}
