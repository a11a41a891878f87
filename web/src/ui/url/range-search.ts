import { firstDayOf, RANGE_NAMES, type RangeName } from '../values/ranges.ts'
import { day, given, oneOf, type SearchOf } from './search-readers.ts'

const DEFAULT: RangeName = '30d'

/** The time that a page is about: so many days until today, or from a day to a day. */
export const RANGE_READERS = { range: oneOf(RANGE_NAMES), from: day, to: day }
export type RangeSearch = SearchOf<typeof RANGE_READERS>

export type ChosenRange = { preset: RangeName | undefined; startDate: string; endDate: string }

/** The days that an address asks for, both included; `today` is the day of business time in UTC. */
export function rangeOf({ range, from, to }: RangeSearch, today: string): ChosenRange {
  const preset = range ?? (from === undefined && to === undefined ? DEFAULT : undefined)
  if (preset !== undefined) {
    return { preset, startDate: firstDayOf(preset, dayStart(today)), endDate: today }
  }
  // One end alone is named: as many days as there are by default.
  const endDate = to ?? today
  const startDate = from ?? firstDayOf(DEFAULT, dayStart(endDate))
  const [first, last] = inOrder(startDate, endDate)
  return { preset, startDate: first, endDate: last }
}

/** Days that are the wrong way round are meant the right way round. */
export const inOrder = (from: string, to: string): [string, string] =>
  from <= to ? [from, to] : [to, from]

/** The days that a list is cut to, if to any; an open end stays open. */
export function daysOf({ range, from, to }: RangeSearch, now: Date) {
  if (range !== undefined) return { startDate: firstDayOf(range, now) }
  const [startDate, endDate] =
    from !== undefined && to !== undefined ? inOrder(from, to) : [from, to]
  return given({ startDate, endDate })
}

/** What an address says of a choice; the default one is left out. */
export const withoutDefault = (search: RangeSearch): RangeSearch =>
  search.range === DEFAULT ? { ...search, range: undefined } : search

const dayStart = (day: string) => new Date(`${day}T00:00:00Z`)
