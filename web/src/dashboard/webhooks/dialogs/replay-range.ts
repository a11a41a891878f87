import { dayIn } from '../../../ui/values/dates.ts'

/** A range of days in UTC; a time narrows its day. Empty texts are absent. */
type Range = { from: string; fromTime: string; to: string; toTime: string }

/** A range begins with the trouble, to the minute, or else with this day. */
export function initialRange(failingSince: string | null, now: Date) {
  const at = failingSince === null ? now : new Date(failingSince)
  const fromTime = failingSince === null ? '' : at.toISOString().slice(11, 16)
  return { from: dayIn(at, 'UTC'), fromTime }
}

/** Returns what is missing, by field. */
export function checkRange({ from, to, toTime }: Range) {
  return {
    from: from === '' ? 'Choose the first day' : undefined,
    to: to === '' && toTime !== '' ? 'Choose the day of this time' : undefined,
  }
}

/** Converts the range to that of the API. */
export function rangeOf({ from, fromTime, to, toTime }: Range) {
  const end = to === '' ? {} : { to: momentOf(to, toTime) }
  return { from: momentOf(from, fromTime), ...end }
}

const momentOf = (day: string, time: string) => (time === '' ? day : `${day}T${time}:00Z`)
