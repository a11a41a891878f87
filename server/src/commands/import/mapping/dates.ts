import { parseSentDate } from '../../../platform/dates/sent-date.ts'

export const DATE_FORMATS = ['iso', 'unix-seconds', 'unix-milliseconds'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

type DateResult = { ok: true; usageDate: string } | { ok: false; reason: string }

const UNIX_SECONDS = /^(\d{1,12})(?:\.(\d{1,9}))?$/
const UNIX_MILLISECONDS = /^(\d{1,15})(?:\.\d{1,9})?$/
const DATE_AND_TIME = /^(\d{4}-\d{2}-\d{2}) +(\d{2}:\d{2}.*)$/
const OFFSET_HOURS = /([+-]\d{2})$/

/** Earliest plausible usage date; an earlier Unix time was written in another unit. */
const EARLIEST_UNIX_TIME = Date.UTC(2000, 0, 1)
const LATEST_UNIX_TIME = Date.UTC(2200, 0, 1)

/**
 * Converts a cell to the ISO 8601 text of a usage date. Digits beyond milliseconds are cut off, as
 * by the API. A time without an offset is in UTC.
 */
export function readDate(text: string, format: DateFormat): DateResult {
  if (format === 'iso') return readIsoDate(text)
  const at = format === 'unix-seconds' ? secondsToMilliseconds(text) : wholeMilliseconds(text)
  if (at === undefined) return { ok: false, reason: `usageDate is not a time in ${format}` }
  if (at < EARLIEST_UNIX_TIME || at >= LATEST_UNIX_TIME) {
    const reason = `usageDate is not a time between 2000 and 2200 in ${format}; is the format right?`
    return { ok: false, reason }
  }
  return { ok: true, usageDate: new Date(at).toISOString() }
}

function readIsoDate(text: string): DateResult {
  const at = parseSentDate(isoText(text))
  if (at !== undefined) return { ok: true, usageDate: new Date(at).toISOString() }
  const reason = UNIX_MILLISECONDS.test(text)
    ? 'usageDate is a number; say its format with --date-format unix-seconds or unix-milliseconds'
    : 'usageDate is not a date such as 2026-03-31T12:00:00Z or 2026-03-31 12:00:00.123'
  return { ok: false, reason }
}

/**
 * Converts the format of databases: a space for the T, `UTC` for the Z, and hour offsets as `+00`.
 */
function isoText(text: string): string {
  const [, date, time] = DATE_AND_TIME.exec(text) ?? []
  if (date === undefined || time === undefined) return text
  const compact = time.replace(/ *(?:UTC|GMT)$/, 'Z').replace(/ +(?=[+-])/, '')
  return `${date}T${compact.replace(OFFSET_HOURS, '$1:00')}`
}

function secondsToMilliseconds(text: string): number | undefined {
  const [, seconds, fraction = ''] = UNIX_SECONDS.exec(text) ?? []
  // The digits are joined as text, because 1723560043.123 × 1000 is not whole in floating point.
  return seconds === undefined ? undefined : Number(seconds + fraction.slice(0, 3).padEnd(3, '0'))
}

function wholeMilliseconds(text: string): number | undefined {
  const [, milliseconds] = UNIX_MILLISECONDS.exec(text) ?? []
  return milliseconds === undefined ? undefined : Number(milliseconds)
}
