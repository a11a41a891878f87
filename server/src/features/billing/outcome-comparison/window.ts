import type { Decimal } from '../../../domain/money.ts'
import { AppError } from '../../../platform/errors.ts'
import { DAYS_MAX } from './fields.ts'

/** Days in a time zone; `end` is the first instant after them. */
export type Days = { start: Date; end: Date; timeZone: string }

type Asked = { startDate: string; endDate: string }

/** Returns the first instant of a day. On a day whose midnight the clocks skip, it is the next one. */
export function startOf(date: string, timeZone: string): Date {
  return new Date(
    Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().epochMilliseconds,
  )
}

/** Returns the days that are compared. Throws if they are reversed, or too many. */
export function windowOf({ startDate, endDate }: Asked, timeZone: string): Days {
  const [first, last] = [Temporal.PlainDate.from(startDate), Temporal.PlainDate.from(endDate)]
  if (Temporal.PlainDate.compare(last, first) < 0) {
    const message = `endDate ${endDate} is before startDate ${startDate}`
    throw new AppError('dates_reversed', message, { param: 'endDate' })
  }
  if (first.until(last).days >= DAYS_MAX) {
    throw new AppError('invalid', [`endDate must be within ${DAYS_MAX} days of startDate`])
  }
  const end = startOf(String(last.add({ days: 1 })), timeZone)
  return { start: startOf(startDate, timeZone), end, timeZone }
}

/** Throws `invalid` for a day outside the window. */
export function refuseOtherDays(
  { startDate, endDate }: Asked,
  days: ReadonlyMap<string, Decimal>,
): void {
  const other = [...days.keys()].find((date) => date < startDate || date > endDate)
  if (other === undefined) return
  throw new AppError('invalid', [`${other} is not between startDate and endDate`])
}
