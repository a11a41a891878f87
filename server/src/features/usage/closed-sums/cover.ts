import {
  intersect,
  merge,
  monthAfter,
  monthOf,
  type Range,
  subtract,
} from '../../../domain/time/range.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'

const DAY_MS = 24 * 60 * 60_000

/** Whole days in UTC, both inclusive, as `YYYY-MM-DD`. */
export type DateRange = { startDate: string; endDate: string }

/**
 * The closed months and days of a range, by their first days. Days to date have the sums of their month until then,
 * and are those of all months that the range touches.
 */
export type Closed = {
  months: readonly string[]
  toDate?: readonly string[]
  days: readonly string[]
}

/**
 * A range as closed months, closed days and the remaining dates. The sums to date of `plus` less those of `minus` are
 * parts of months.
 */
export type Cover = {
  months: string[]
  plus: string[]
  minus: string[]
  days: string[]
  rest: DateRange[]
}

/** Covers a range with as few rows as possible: no day is in two of its parts. */
export function coverOf(dates: DateRange, { toDate = [], ...closed }: Closed): Cover {
  const window = spanOf(dates)
  const isWithin = ({ start, end }: Range<number>) => start >= window.start && end <= window.end
  const months = closed.months.map(monthRange).filter(isWithin)
  const cut = subtract(window, months)
  const parts = [...Map.groupBy(toDate.map(Date.parse), monthOf)].flatMap(([month, days]) =>
    cut.flatMap((range) =>
      partToDate(intersect(range, { start: month, end: monthAfter(month) }), days),
    ),
  )
  const whole = merge([...months, ...parts].toSorted((a, b) => a.start - b.start))
  const isLeft = (day: Range<number>) =>
    !whole.some(({ start, end }) => day.start >= start && day.end <= end)
  const days = closed.days.map(dayRange).filter(isWithin).filter(isLeft)
  const taken = [...whole, ...days]
  return {
    months: months.map(({ start }) => dateText(start)),
    plus: parts.map(({ end }) => dateText(end - DAY_MS)),
    minus: parts.flatMap(({ before }) => (before === undefined ? [] : dateText(before))),
    days: days.map(({ start }) => dateText(start)),
    rest: subtract(window, taken).map(datesOf),
  }
}

/** Returns the days of a part of a month until its last day to date, and the last day to date before it. */
function partToDate(part: Range<number> | undefined, toDate: readonly number[]) {
  if (part === undefined) return []
  const { start, end } = part
  const last = toDate.filter((day) => day >= start && day < end).reduce(latest, undefined)
  if (last === undefined) return []
  const before = toDate.filter((day) => day < start).reduce(latest, undefined)
  return [{ start, end: last + DAY_MS, before }]
}

const latest = (a: number | undefined, b: number) => (a === undefined ? b : Math.max(a, b))

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
