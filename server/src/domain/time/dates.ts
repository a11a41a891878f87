import type { Lifetime } from '../subscription-status.ts'
import { startOfDay } from './period.ts'

/** A start, and the last day or the exact, exclusive end; with neither there is no end. */
export type Dates = { startDate: string; endDate: string | null; endAt: Date | null }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[^[]*$/i
const HAS_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2}){0,2})$/i
/** Dates outside these years are mistakes. */
const YEARS = { first: 1970, last: 2199 }

/** The local date of an ISO 8601 date or timestamp; undefined when it is not a real one. */
export function parseStartDate(text: string, timeZone: string): string | undefined {
  return parsed(() => {
    const date = DAY.test(text)
      ? Temporal.PlainDate.from(text)
      : zonedTime(text, timeZone).toPlainDate()
    return isSane(date.year) ? date.toString() : undefined
  })
}

/** A date is the last day, a timestamp the exact end; undefined when it is neither. */
export function parseEndDate(
  text: string,
  timeZone: string,
): Pick<Dates, 'endDate' | 'endAt'> | undefined {
  return parsed(() => {
    if (DAY.test(text)) {
      const date = Temporal.PlainDate.from(text)
      return isSane(date.year) ? { endDate: date.toString(), endAt: null } : undefined
    }
    const end = zonedTime(text, timeZone)
    return isSane(end.year) ? { endDate: null, endAt: new Date(end.epochMilliseconds) } : undefined
  })
}

/** An instant; a date alone is its first one in the zone. Undefined when it is neither. */
export function parseInstant(text: string, timeZone: string): Temporal.Instant | undefined {
  return parsed(() => {
    const time = DAY.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timeZone)
      : zonedTime(text, timeZone)
    return isSane(time.year) ? time.toInstant() : undefined
  })
}

/** Temporal throws on dates that do not exist, as 30 February. */
function parsed<T>(parse: () => T | undefined): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Without an offset a time is local to the zone. */
function zonedTime(text: string, timeZone: string): Temporal.ZonedDateTime {
  if (!TIMESTAMP.test(text)) throw new RangeError(`"${text}" is not a timestamp`)
  const hasOffset = HAS_OFFSET.test(text.slice(text.search(/T/i)))
  return hasOffset
    ? Temporal.Instant.from(text).toZonedDateTimeISO(timeZone)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone)
}

function isSane(year: number): boolean {
  return year >= YEARS.first && year <= YEARS.last
}

/** The instants that the dates mean in a time zone. */
export function lifetimeOf({ startDate, endDate, endAt }: Dates, timeZone: string): Lifetime {
  const startsAt = dateAt(startOfDay(Temporal.PlainDate.from(startDate), timeZone))
  if (endDate === null) return { startsAt, endsAt: endAt }
  const dayAfter = Temporal.PlainDate.from(endDate).add({ days: 1 })
  return { startsAt, endsAt: dateAt(startOfDay(dayAfter, timeZone)) }
}

/** The first start of a calendar month in the time zone that is after the instant. */
export function nextMonthStart(instant: Date, timeZone: string): Date {
  const today = instantOf(instant).toZonedDateTimeISO(timeZone).toPlainDate()
  return dateAt(startOfDay(today.with({ day: 1 }).add({ months: 1 }), timeZone))
}

/** The day that an instant is in. */
export function localDate(instant: Date, timeZone: string): string {
  return instantOf(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

export function instantOf(date: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime())
}

export function dateAt(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds)
}
