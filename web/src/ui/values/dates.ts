/**
 * Formats dates in English with the month as a word, whatever the browser's language. A calendar
 * day is text (`2026-11-21`) and never shifts. A timestamp is shown in a named zone.
 */
import type { Zone } from '../preferences/preferences.ts'

const LOCALE = 'en-GB'
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** British English abbreviates September with four letters; invoices and emails use three. */
const inThreeLetters = (text: string) => text.replaceAll('Sept', 'Sep')

/** Formats `2026-11-21` as "21 Nov 2026". */
export function formatDay(day: string): string {
  return inThreeLetters(dayFormat.format(dayStart(day)))
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, { ...DAY, timeZone: 'UTC' })

/** Formats a day without its year, for an axis: "21 Nov". */
export function formatDayShort(day: string): string {
  return inThreeLetters(shortDayFormat.format(dayStart(day)))
}

const shortDayFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** Formats a range of days, both inclusive: "1–30 Nov 2026". */
export function formatDays(from: string, to: string): string {
  const text = dayFormat.formatRange(dayStart(from), dayStart(to)).replaceAll('\u2009', '')
  return inThreeLetters(text)
}

/** Returns the day of a timestamp in a zone such as Europe/Berlin: "2026-11-21". */
export function dayIn(instant: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))
}

const DAY_MS = 86_400_000

/** Returns the number of days from the first day to the second. */
export function daysBetween(first: string, second: string): number {
  return Math.round((dayStart(second).getTime() - dayStart(first).getTime()) / DAY_MS)
}

/** Returns the next day: "2026-12-01" after "2026-11-30". */
export function dayAfter(day: string): string {
  return new Date(dayStart(day).getTime() + DAY_MS).toISOString().slice(0, 10)
}

/** Formats a billing period by its first and last day, in the zone in which it is billed. */
export function formatPeriod({ start, end }: { start: string; end: string }, timeZone: string) {
  const last = new Date(new Date(end).getTime() - 1)
  return formatDays(dayIn(start, timeZone), dayIn(last, timeZone))
}

/** Formats a timestamp with the name of the zone: "21 Nov 2026, 14:03 UTC". */
export function formatInstant(instant: string, zone: Zone): string {
  const parts = partsOf(instant, zone)
  return `${parts.day}, ${parts.time} ${parts.zoneName}`
}

/**
 * Formats a timestamp for a narrow column, whose header names the zone: "21 Nov 2026, 14:03:22".
 */
export function formatInstantBare(instant: string, zone: Zone): string {
  const { day, time, second } = partsOf(instant, zone)
  return `${day}, ${time}:${second}`
}

/** Formats the day of a timestamp in a zone: "21 Nov 2026". */
export function formatInstantDay(instant: string, zone: Zone): string {
  return partsOf(instant, zone).day
}

/** Formats the time of day of a nearby timestamp: "14:03". */
export function formatTime(instant: string, zone: Zone): string {
  return partsOf(instant, zone).time
}

/** Returns the zone's name for the header of a column of timestamps. */
export function zoneName(zone: Zone, at = new Date().toISOString()): string {
  return partsOf(at, zone).zoneName
}

function partsOf(instant: string, zone: Zone) {
  const options = zone === 'utc' ? { timeZone: 'UTC' } : {}
  const format = new Intl.DateTimeFormat(LOCALE, {
    ...DAY,
    ...TIME,
    ...options,
    second: '2-digit',
    timeZoneName: 'short',
  })
  const parts = new Map(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    day: inThreeLetters(`${part('day')} ${part('month')} ${part('year')}`),
    time: `${part('hour')}:${part('minute')}`,
    second: part('second'),
    zoneName: part('timeZoneName'),
  }
}

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const FAR_SECONDS = 30 * 86_400

/** Returns text such as "3 hours ago" or "in 6 days"; undefined beyond a month. */
export function formatDistance(instant: string, now: Date): string | undefined {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1_000)
  if (Math.abs(seconds) > FAR_SECONDS) return undefined
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? []
  if (unit === undefined || size === undefined) return seconds > 0 ? 'in a moment' : 'just now'
  return relative.format(Math.trunc(seconds / size), unit)
}

/** Returns the whole month before the month of `now`, in UTC. */
export function monthBefore(now: Date): { startDate: string; endDate: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const dayOf = (date: number) => new Date(date).toISOString().slice(0, 10)
  return {
    startDate: dayOf(Date.UTC(year, month - 1, 1)),
    endDate: dayOf(Date.UTC(year, month, 0)),
  }
}

/** Formats the month of a day: "Oct 2026". */
export function formatMonth(day: string): string {
  return inThreeLetters(monthFormat.format(dayStart(day)))
}

const monthFormat = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns true if the text is a calendar day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = dayStart(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const dayStart = (day: string) => new Date(`${day}T00:00:00Z`)
