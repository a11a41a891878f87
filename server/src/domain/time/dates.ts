import type { Lifetime } from '../subscription-status.ts'
import { startOfDay } from './period.ts'
import type { Range } from './range.ts'

/**
 * Start and end of a subscription. The end is the last day or an exact, exclusive instant; without
 * either there is no end.
 */
export type Dates = { startDate: string; endDate: string | null; endAt: Date | null }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[^[]*$/i
const HAS_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2}){0,2})$/i
/** Dates outside these years are rejected as mistakes. */
const YEARS = { first: 1970, last: 2199 }

/**
 * Parses an ISO 8601 date or timestamp to its local date. Returns undefined for other text or a
 * date that does not exist.
 */
export function parseStartDate(text: string, timeZone: string): string | undefined {
  return parsed(() => {
    const date = DAY.test(text)
      ? Temporal.PlainDate.from(text)
      : zonedTime(text, timeZone).toPlainDate()
    return isSane(date.year) ? date.toString() : undefined
  })
}

/**
 * Parses an end: a date is the last day, a timestamp the exact end. Returns undefined for other
 * text.
 */
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

/**
 * Parses an instant; a date alone means its first instant in the zone. Returns undefined for other
 * text.
 */
export function parseInstant(text: string, timeZone: string): Temporal.Instant | undefined {
  return parsed(() => {
    const time = DAY.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timeZone)
      : zonedTime(text, timeZone)
    return isSane(time.year) ? time.toInstant() : undefined
  })
}

/** Returns undefined where Temporal throws, such as for 30 February. */
function parsed<T>(parse: () => T | undefined): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Parses a timestamp. Without an offset it is local to the zone. */
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

/** Converts the dates to instants in a time zone. */
export function lifetimeOf({ startDate, endDate, endAt }: Dates, timeZone: string): Lifetime {
  const startsAt = dateAt(startOfDay(Temporal.PlainDate.from(startDate), timeZone))
  if (endDate === null) return { startsAt, endsAt: endAt }
  const dayAfter = Temporal.PlainDate.from(endDate).add({ days: 1 })
  return { startsAt, endsAt: dateAt(startOfDay(dayAfter, timeZone)) }
}

/** Returns the first start of a calendar month in the time zone after the instant. */
export function nextMonthStart(instant: Date, timeZone: string): Date {
  const today = instantOf(instant).toZonedDateTimeISO(timeZone).toPlainDate()
  return dateAt(startOfDay(today.with({ day: 1 }).add({ months: 1 }), timeZone))
}

/** Returns the local day of an instant. */
export function localDate(instant: Date, timeZone: string): string {
  return instantOf(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** Returns the last local day before an exclusive end. */
export function lastDayBefore(end: Date, timeZone: string): string {
  return localDate(new Date(end.getTime() - 1), timeZone)
}

/**
 * Describes a span with an exclusive end: by its first and last local days, or by exact times where
 * a bound is not the start of a day.
 */
export function spanText(start: Date, end: Date | null, timeZone: string): string {
  const from = boundText(start, timeZone)
  if (end === null) return `${from} without an end`
  const isDay = isStartOfDay(end, timeZone)
  return `${from} to ${isDay ? lastDayBefore(end, timeZone) : end.toISOString()}`
}

/**
 * Describes the days that begin in a range, of which there must be one: "15–31 Mar 2026", "15 Mar –
 * 14 Apr 2026", "31 Mar 2026".
 */
export function daysText({ start, end }: Range, timeZone: string): string {
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).toPlainDate()
  const onset = dayOf(start)
  const isCut = Temporal.Instant.compare(startOfDay(onset, timeZone), start) < 0
  const first = isCut ? onset.add({ days: 1 }) : onset
  const last = dayOf(end.subtract({ nanoseconds: 1 }))
  const month = ({ month: n }: Temporal.PlainDate) => MONTHS[n - 1]
  const whole = `${last.day} ${month(last)} ${last.year}`
  if (first.equals(last)) return whole
  if (first.year !== last.year) return `${first.day} ${month(first)} ${first.year} – ${whole}`
  return first.month === last.month
    ? `${first.day}–${whole}`
    : `${first.day} ${month(first)} – ${whole}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the local day that begins at an instant, or else the exact time. */
export function boundText(instant: Date, timeZone: string): string {
  return isStartOfDay(instant, timeZone) ? localDate(instant, timeZone) : instant.toISOString()
}

function isStartOfDay(instant: Date, timeZone: string): boolean {
  const day = Temporal.PlainDate.from(localDate(instant, timeZone))
  return startOfDay(day, timeZone).epochMilliseconds === instant.getTime()
}

export function instantOf(date: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime())
}

export function dateAt(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds)
}
