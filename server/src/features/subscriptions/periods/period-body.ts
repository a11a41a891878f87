import { dateAt, localDate } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { SubscriptionPeriod } from './period-fields.ts'

/** Builds a billing period as the API returns it at an instant. */
export function periodBody(period: Range, timeZone: string, now: Date): SubscriptionPeriod {
  const { start, end } = { start: dateAt(period.start), end: dateAt(period.end) }
  const state = end <= now ? 'past' : start <= now ? 'current' : 'upcoming'
  return {
    start: start.toISOString(),
    end: end.toISOString(),
    invoiceDate: localDate(end, timeZone),
    state,
  }
}
