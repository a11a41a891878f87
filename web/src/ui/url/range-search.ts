import { firstDayOf, RANGE_NAMES, type RangeName } from '../values/ranges.ts'
import { day, given, oneOf, type SearchOf } from './search-readers.ts'

const DEFAULT: RangeName = '30d'

/** The time range of a page: a named range up to today, or from one day to another. */
export const RANGE_READERS = { range: oneOf(RANGE_NAMES), from: day, to: day }
export type RangeSearch = SearchOf<typeof RANGE_READERS>

export type ChosenRange = { preset: RangeName | undefined; startDate: string; endDate: string }

/** Returns the requested days, both inclusive; `today` is the day of business time in UTC. */
export function rangeOf({ range, from, to }: RangeSearch, today: string): ChosenRange {
  const preset = range ?? (from === undefined && to === undefined ? DEFAULT : undefined)
  if (preset !== undefined) {
    return { preset, startDate: firstDayOf(preset, dayStart(today)), endDate: today }
  }
  // If only one end is given, the range has the default length.
  const endDate = to ?? today
  const startDate = from ?? firstDayOf(DEFAULT, dayStart(endDate))
  const [first, last] = inOrder(startDate, endDate)
  return { preset, startDate: first, endDate: last }
}

/** Returns two days in ascending order. */
export const inOrder = (from: string, to: string): [string, string] =>
  from <= to ? [from, to] : [to, from]

/** Returns the days that limit a list, if any; an open end stays open. */
export function daysOf({ range, from, to }: RangeSearch, now: Date) {
  if (range !== undefined) return { startDate: firstDayOf(range, now) }
  const [startDate, endDate] =
    from !== undefined && to !== undefined ? inOrder(from, to) : [from, to]
  return given({ startDate, endDate })
}

/** Returns the URL parameters of a range; the default range is left out. */
export const withoutDefault = (search: RangeSearch): RangeSearch =>
  search.range === DEFAULT ? { ...search, range: undefined } : search

const dayStart = (day: string) => new Date(`${day}T00:00:00Z`)
