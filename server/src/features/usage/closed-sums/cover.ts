import { merge, monthAfter, monthOf, type Range, subtract } from '../../../domain/time/range.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'

const DAY_MS = 24 * 60 * 60_000

/** Whole days in UTC, both inclusive, as `YYYY-MM-DD`. */
export type DateRange = { startDate: string; endDate: string }

/** The closed months and days of a range, by their first days. */
export type Closed = { months: readonly string[]; days: readonly string[] }

/** A range as closed months, closed days and the remaining dates. */
export type Cover = { months: string[]; days: string[]; rest: DateRange[] }

/** Covers a range with as few parts as possible: days of a closed month are not listed again. */
export function coverOf(dates: DateRange, closed: Closed): Cover {
  const window = spanOf(dates)
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
    rest: subtract(window, taken).map(datesOf),
  }
}

function spanOf({ startDate, endDate }: DateRange): Range<number> {
  return { start: Date.parse(startDate), end: Date.parse(endDate) + DAY_MS }
}

function datesOf({ start, end }: Range<number>): DateRange {
  return { startDate: dateText(start), endDate: dateText(end - DAY_MS) }
}

function monthRange(first: string): Range<number> {
  const start = Date.parse(first)
  return { start, end: monthAfter(start) }
}

function dayRange(day: string): Range<number> {
  const start = Date.parse(day)
  return { start, end: start + DAY_MS }
}

/** Returns true if a range contains at least one whole month. */
export function hasWholeMonth({ startDate, endDate }: DateRange): boolean {
  const start = Date.parse(startDate)
  const first = monthOf(start) === start ? start : monthAfter(monthOf(start))
  return monthAfter(first) <= Date.parse(endDate) + DAY_MS
}
