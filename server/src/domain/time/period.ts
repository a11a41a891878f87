import assert from 'node:assert/strict'
import { memoize, memoizePerObject } from '../memoize.ts'
import { contains, intersect, isBefore, type Range } from './range.ts'

/** The last instant that Temporal supports: the end of a subscription without an end. */
const FOREVER = Temporal.Instant.fromEpochNanoseconds(8_640_000_000_000_000_000_000n)

export type BillingCycle =
  | { kind: 'monthly' }
  | { kind: 'yearly' }
  | { kind: 'custom'; days: number }

/** A last day is billed completely; an instant is the exact, exclusive end. */
export type SubscriptionEnd = { lastDay: Temporal.PlainDate } | { before: Temporal.Instant }

/** Input that determines all billing periods of a subscription. */
export type PeriodSchedule = {
  /** IANA name: the subscription's, else the customer's, else UTC. */
  timeZone: string
  /** The first day billed under this schedule. */
  startDate: Temporal.PlainDate
  /** Null when the subscription has no end. */
  end: SubscriptionEnd | null
  cycle: BillingCycle
  /** Day of month (1-31) that periods start on, clamped to shorter months; null: the start day. */
  billingDay: number | null
  /**
   * Date from which cycles are counted, instead of the start date. Set after invoice dates were
   * moved.
   */
  anchorDate?: Temporal.PlainDate
}

/**
 * One billing period. `start` and `end` are the part of the cycle's `full` period that the
 * subscription covers. They differ from it in the first period (a stub up to the billing day) and
 * in the period in which the subscription ends. Day counts are calendar days in the time zone, for
 * proration.
 */
export type BillingPeriod = Range & {
  index: number
  full: Range
  daysCovered: number
  daysFull: number
}

/**
 * Returns the billing period with this index, counted from 0. Returns undefined when the
 * subscription covers no instant of it, that is, when it ends before.
 */
export function periodByIndex(schedule: PeriodSchedule, index: number): BillingPeriod | undefined {
  assertSchedule(schedule)
  assert(Number.isSafeInteger(index) && index >= 0, `not a period index: ${index}`)
  return periodAtPosition(schedule, firstPosition(schedule) + index)
}

/**
 * Returns the billing period that contains the instant; undefined before the start and from the end
 * on.
 */
export function periodAt(
  schedule: PeriodSchedule,
  instant: Temporal.Instant,
): BillingPeriod | undefined {
  assertSchedule(schedule)
  if (!contains(subscriptionRange(schedule), instant)) return undefined
  return periodAtPosition(schedule, positionAt(schedule, dayOf(instant, schedule.timeZone)))
}

/** Returns all billing periods that overlap the range, in order and uncut. */
export function periodsBetween(schedule: PeriodSchedule, range: Range): BillingPeriod[] {
  assertSchedule(schedule)
  const wanted = intersect(subscriptionRange(schedule), range)
  if (wanted === undefined) return []
  const periods: BillingPeriod[] = []
  for (
    let position = positionAt(schedule, dayOf(wanted.start, schedule.timeZone));
    isBefore(startOfDay(boundary(schedule, position), schedule.timeZone), wanted.end);
    position += 1
  ) {
    const period = periodAtPosition(schedule, position)
    if (period !== undefined) periods.push(period)
  }
  return periods
}

/**
 * Returns the calendar days of the range in the time zone. A day counts where its first instant
 * lies, so a day that has begun is billed. The day counts of ranges that tile a period add up to
 * the period's.
 */
export function countDays({ start, end }: Range, timeZone: string): number {
  return dayNumberFrom(end, timeZone) - dayNumberFrom(start, timeZone)
}

/**
 * Returns the first instant of the day in the time zone: midnight, or the end of the gap where
 * clocks skip midnight. A day that the zone skipped entirely begins and ends where the next one
 * begins.
 */
export const startOfDay = memoize(
  (date: Temporal.PlainDate, timeZone: string) => `${date} ${timeZone}`,
  (date, timeZone) => date.toZonedDateTime(timeZone).toInstant(),
)

function assertSchedule({ cycle, billingDay }: PeriodSchedule): void {
  if (cycle.kind === 'custom') {
    assert(Number.isSafeInteger(cycle.days) && cycle.days > 0, `not a cycle: ${cycle.days} days`)
  }
  if (billingDay !== null) {
    assert(Number.isInteger(billingDay), `not a day of month: ${billingDay}`)
    assert(billingDay >= 1 && billingDay <= 31, `not a day of month: ${billingDay}`)
  }
}

function subscriptionRange({ startDate, end, timeZone }: PeriodSchedule): Range {
  const start = startOfDay(startDate, timeZone)
  if (end === null) return { start, end: FOREVER }
  if ('before' in end) return { start, end: end.before }
  return { start, end: startOfDay(end.lastDay.add({ days: 1 }), timeZone) }
}

/**
 * Returns the period at a position, which counts periods from the anchor and is negative before it.
 * The period is computed from the anchor alone, never from its neighbour, so that clamped days
 * recover: the 31st gives 28 February and then 31 March.
 */
function periodAtPosition(schedule: PeriodSchedule, position: number): BillingPeriod | undefined {
  const { timeZone } = schedule
  const full = {
    start: startOfDay(boundary(schedule, position), timeZone),
    end: startOfDay(boundary(schedule, position + 1), timeZone),
  }
  const covered = intersect(full, subscriptionRange(schedule))
  if (covered === undefined) return undefined
  const isWhole = covered.start.equals(full.start) && covered.end.equals(full.end)
  const daysFull = countDays(full, timeZone)
  const daysCovered = isWhole ? daysFull : countDays(covered, timeZone)
  return { index: position - firstPosition(schedule), ...covered, full, daysCovered, daysFull }
}

function firstPosition(schedule: PeriodSchedule): number {
  return positionAt(schedule, schedule.startDate)
}

/** Returns the first day of the period at the position. */
function boundary(schedule: PeriodSchedule, position: number): Temporal.PlainDate {
  const { from, months, day } = anchorOf(schedule)
  switch (schedule.cycle.kind) {
    case 'monthly':
      return dayOfMonth(months + position, day)
    case 'yearly':
      return dayOfMonth(months + position * 12, day)
    case 'custom':
      return firstBillingDay(from, day).add({ days: position * schedule.cycle.days })
  }
}

/**
 * Returns the position of the period that contains the day: the last one that starts on or before
 * it.
 */
function positionAt(schedule: PeriodSchedule, date: Temporal.PlainDate): number {
  const position = estimatePosition(schedule, date)
  const startsLater = Temporal.PlainDate.compare(boundary(schedule, position), date) > 0
  return startsLater ? position - 1 : position
}

/**
 * Returns the position, or one more if the period starts later in the month or year than the date.
 */
function estimatePosition(schedule: PeriodSchedule, date: Temporal.PlainDate): number {
  const { from, months, day } = anchorOf(schedule)
  switch (schedule.cycle.kind) {
    case 'monthly':
      return monthsOf(date) - months
    case 'yearly':
      return date.year - from.year
    case 'custom':
      return Math.floor(firstBillingDay(from, day).until(date).days / schedule.cycle.days)
  }
}

/**
 * Returns the anchor. Months and years count from `from` and start on `day` of the month. Custom
 * cycles count from the first such day on or after `from`.
 */
function anchorOf({ anchorDate, startDate, billingDay }: PeriodSchedule) {
  const from = anchorDate ?? startDate
  return { from, months: monthsOf(from), day: billingDay ?? from.day }
}

/** Whole months since the year 0. */
function monthsOf({ year, month }: Temporal.PlainDate): number {
  return year * 12 + month - 1
}

/** Returns the day of the month, clamped to shorter months. */
const dayOfMonth = memoize(
  (months: number, day: number) => `${months} ${day}`,
  (months, day) => {
    const year = Math.floor(months / 12)
    return Temporal.PlainDate.from({ year, month: months - year * 12 + 1, day })
  },
)

/** Returns the first such day of a month (clamped to shorter months) on or after the date. */
function firstBillingDay(date: Temporal.PlainDate, day: number): Temporal.PlainDate {
  const sameMonth = dayOfMonth(monthsOf(date), day)
  if (Temporal.PlainDate.compare(sameMonth, date) >= 0) return sameMonth
  return dayOfMonth(monthsOf(date) + 1, day)
}

/**
 * Returns the day of the instant: the last one that has begun. This is the calendar day, except
 * where clocks went back over midnight: the repeated hour belongs to the day that had begun.
 */
const dayOf = memoize(
  (instant: Temporal.Instant, timeZone: string) => `${instant.epochNanoseconds} ${timeZone}`,
  (instant, timeZone) => {
    const date = instant.toZonedDateTimeISO(timeZone).toPlainDate()
    const next = date.add({ days: 1 })
    return isBefore(instant, startOfDay(next, timeZone)) ? date : next
  },
)

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the number of the first day that begins at or after the instant. Cached for each object, because the same few
 * objects recur very often, and for each instant, because calendar arithmetic takes fifty times as long.
 */
const dayNumberFrom = memoizePerObject(
  (timeZone: string) => timeZone,
  memoize(
    (instant: Temporal.Instant, timeZone: string) => `${instant.epochNanoseconds} ${timeZone}`,
    (instant, timeZone) => {
      const { year, month, day } = firstDayFrom(instant, timeZone)
      return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS
    },
  ),
)

/** Returns the first day that begins at the instant or later. */
function firstDayFrom(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  const date = dayOf(instant, timeZone)
  return startOfDay(date, timeZone).equals(instant) ? date : date.add({ days: 1 })
}
