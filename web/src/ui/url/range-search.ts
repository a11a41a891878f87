import { firstDayOf, RANGE_NAMES, type RangeName } from '../values/ranges.ts'
import { day, oneOf, type SearchOf } from './search-readers.ts'

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
  // The wrong way round is meant the right way round.
  return startDate <= endDate
    ? { preset, startDate, endDate }
    : { preset, startDate: endDate, endDate: startDate }
}

/** What an address becomes with a preset; the default one is left out. */
export function presetSearch(preset: RangeName): RangeSearch {
  return { range: preset === DEFAULT ? undefined : preset, from: undefined, to: undefined }
}

const dayStart = (day: string) => new Date(`${day}T00:00:00Z`)
