/**
 * Dates as text, always in English and with the month as a word, whatever the browser speaks. A
 * calendar date is text (`2026-11-21`) and never shifts; an instant is shown in a zone that is named.
 */
import type { Zone } from '../preferences/preferences.ts'

const LOCALE = 'en-GB'
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** British English writes one month with four letters; invoices and mails do not. */
const inThreeLetters = (text: string) => text.replaceAll('Sept', 'Sep')

/** `2026-11-21` is "21 Nov 2026". */
export function formatDay(day: string): string {
  return inThreeLetters(dayFormat.format(dayStart(day)))
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, { ...DAY, timeZone: 'UTC' })

/** The same without its year, for an axis: "21 Nov". */
export function formatDayShort(day: string): string {
  return inThreeLetters(shortDayFormat.format(dayStart(day)))
}

const shortDayFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** From the first to the last day, both included: "1–30 Nov 2026". */
export function formatDays(from: string, to: string): string {
  const text = dayFormat.formatRange(dayStart(from), dayStart(to)).replaceAll('\u2009', '')
  return inThreeLetters(text)
}

/** The day that an instant is on in a zone such as Europe/Berlin: "2026-11-21". */
export function dayIn(instant: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))
}

const DAY_MS = 86_400_000

/** How many days a day of the calendar is after another one. */
export function daysBetween(first: string, second: string): number {
  return Math.round((dayStart(second).getTime() - dayStart(first).getTime()) / DAY_MS)
}

/** A billing period by its first and its last day in the zone in which it is billed. */
export function formatPeriod({ start, end }: { start: string; end: string }, timeZone: string) {
  const last = new Date(new Date(end).getTime() - 1)
  return formatDays(dayIn(start, timeZone), dayIn(last, timeZone))
}

/** An instant with the name of the zone: "21 Nov 2026, 14:03 UTC". */
export function formatInstant(instant: string, zone: Zone): string {
  const parts = partsOf(instant, zone)
  return `${parts.day}, ${parts.time} ${parts.zoneName}`
}

/** The same for a narrow column, whose head names the zone: "21 Nov 2026, 14:03:22". */
export function formatInstantBare(instant: string, zone: Zone): string {
  const { day, time, second } = partsOf(instant, zone)
  return `${day}, ${time}:${second}`
}

/** The day of an instant in a zone: "21 Nov 2026". */
export function formatInstantDay(instant: string, zone: Zone): string {
  return partsOf(instant, zone).day
}

/** The time of day of an instant, for what is near: "14:03". */
export function formatTime(instant: string, zone: Zone): string {
  return partsOf(instant, zone).time
}

/** How a column of instants calls its zone. */
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

/** "3 hours ago", "in 6 days"; undefined when it is more than a month away. */
export function formatDistance(instant: string, now: Date): string | undefined {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1_000)
  if (Math.abs(seconds) > FAR_SECONDS) return undefined
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? []
  if (unit === undefined || size === undefined) return seconds > 0 ? 'in a moment' : 'just now'
  return relative.format(Math.trunc(seconds / size), unit)
}

/** The whole month before the one that an instant is in, in UTC. */
export function monthBefore(now: Date): { startDate: string; endDate: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const dayOf = (date: number) => new Date(date).toISOString().slice(0, 10)
  return {
    startDate: dayOf(Date.UTC(year, month - 1, 1)),
    endDate: dayOf(Date.UTC(year, month, 0)),
  }
}

/** The month of a day: "Oct 2026". */
export function formatMonth(day: string): string {
  return inThreeLetters(monthFormat.format(dayStart(day)))
}

const monthFormat = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Whether text is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = dayStart(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const dayStart = (day: string) => new Date(`${day}T00:00:00Z`)
