import assert from 'node:assert/strict'
import { type Lifetime, statusAt } from '../subscription-status.ts'
import { type Dates, dateAt, instantOf, localDate } from './dates.ts'
import {
  type BillingCycle,
  type BillingPeriod,
  countDays,
  type PeriodSchedule,
  periodAt,
  periodByIndex,
  periodsBetween,
  startOfDay,
} from './period.ts'
import { intersect, isBefore, type Range } from './range.ts'

/**
 * Set after invoice dates were moved: the moved period runs from `periodDate`, its unchanged start,
 * to `anchorDate`. The present schedule counts from there.
 */
export type Moved = { anchorDate: string; periodDate: string } | null
export const NOT_MOVED: Moved = null

/**
 * The place of a subscription in a deal whose plan was changed; null: the plan never changed. A successor keeps the
 * periods of its predecessor: they count from `cycleFrom`, a calendar day.
 */
export type Succession = {
  cycleFrom: string | null
  /** The predecessor. */
  replacesId: string | null
  /** The successor. */
  replacedById: string | null
} | null

export type BillingCycleName = BillingCycle['kind']

/** A cycle and its billing day, as stored with a subscription. */
type Cycle = {
  billingCycle: BillingCycleName
  customCycleDays: number | null
  billingDay: number | null
}

/** Input of the billing periods of a stored subscription, from its last move on. */
export type Billed = Lifetime &
  Cycle &
  Dates & {
    moved: Moved
    succession: Succession
    /** Time zone in force: the subscription's own, else the customer's. */
    timeZone: string
  }

/** Terms that applied from a day until another one (exclusive), before invoice dates were moved. */
export type PastSchedule = Cycle & {
  fromDate: string
  untilDate: string
  /** Start of the single period before `fromDate` that an earlier move created. */
  movedPeriodDate: string | null
  /** The day from which the cycle counts; null: `fromDate`. */
  cycleFrom: string | null
}

const day = (text: string) => Temporal.PlainDate.from(text)

function presentSchedule(subscription: Billed): PeriodSchedule {
  const { timeZone, startDate, endDate, endAt, billingDay, moved, succession } = subscription
  const lastDay = endDate === null ? null : { lastDay: day(endDate) }
  return {
    timeZone,
    startDate: day(moved?.anchorDate ?? startDate),
    end: endAt === null ? lastDay : { before: instantOf(endAt) },
    cycle: cycleOf(subscription),
    billingDay,
    ...(moved === null && anchored(succession?.cycleFrom ?? null)),
  }
}

const anchored = (cycleFrom: string | null) => cycleFrom !== null && { anchorDate: day(cycleFrom) }

/** Returns the day from which the present periods of a subscription count. */
export function cycleStartOf({
  startDate,
  moved,
  succession,
}: Pick<Billed, 'startDate' | 'moved' | 'succession'>): string {
  return moved?.anchorDate ?? succession?.cycleFrom ?? startDate
}

export function cycleOf({ billingCycle, customCycleDays }: Cycle): BillingCycle {
  if (billingCycle !== 'custom') return { kind: billingCycle }
  assert(customCycleDays !== null, 'a custom cycle has a length')
  return { kind: 'custom', days: customCycleDays }
}

/** Returns the period that a move created, as far as the subscription covers it. */
function movedPeriod({ moved, timeZone, startsAt, endsAt }: Billed): Range | undefined {
  if (moved === null) return undefined
  const start = startOfDay(day(moved.periodDate), timeZone)
  const end = startOfDay(day(moved.anchorDate), timeZone)
  const lifetime = { start: instantOf(startsAt), end: endsAt ? instantOf(endsAt) : end }
  return intersect({ start, end }, lifetime)
}

/** Returns the current period, or the first one of a subscription that has not started. */
function nextPeriod(subscription: Billed, now: Date): Range | undefined {
  const status = statusAt(subscription, now)
  if (status === 'ended') return undefined
  const moved = movedPeriod(subscription)
  if (moved && isBefore(instantOf(now), moved.end)) return moved
  const schedule = presentSchedule(subscription)
  return status === 'upcoming' ? periodByIndex(schedule, 0) : periodAt(schedule, instantOf(now))
}

/**
 * Returns the current period, and the day on which the next invoice is created: where it ends (or
 * the first one, before the start). If `invoiced` covers it already, it is the end of the first later
 * period that is not covered, or of the last one, after which late usage is billed.
 */
export function billingAt(
  subscription: Billed,
  now: Date,
  invoiced: readonly { start: Date; end: Date }[] = [],
): { currentPeriod: { start: Date; end: Date } | null; nextInvoiceDate: string | null } {
  const period = nextPeriod(subscription, now)
  if (period === undefined) return { currentPeriod: null, nextInvoiceDate: null }
  const { start, end } = { start: dateAt(period.start), end: dateAt(period.end) }
  return {
    currentPeriod: start <= now ? { start, end } : null,
    nextInvoiceDate: localDate(
      nextInvoiceAt(subscription, { start, end }, invoiced),
      subscription.timeZone,
    ),
  }
}

function nextInvoiceAt(
  subscription: Billed,
  from: { start: Date; end: Date },
  invoiced: readonly { start: Date; end: Date }[],
): Date {
  let period = from
  for (;;) {
    const covering = invoiced.find(({ start, end }) => start <= period.start && end >= period.end)
    if (covering === undefined) return period.end
    // The last period ends with the subscription.
    const { endsAt } = subscription
    if (endsAt !== null && covering.end >= endsAt) return endsAt
    // The period that contains the end of the invoice: one invoice may cover thousands of periods.
    const next = nextPeriod(subscription, covering.end)
    if (next === undefined) return period.end
    period = { start: dateAt(next.start), end: dateAt(next.end) }
  }
}

/**
 * A period billed as one: `[start, end)` is the part that the subscription covers. Its fees are
 * prorated by `daysCovered` of `daysFull`, calendar days in its time zone. The two differ in a stub
 * up to the billing day, in the period in which the subscription ends, and in one that a move
 * shortened or lengthened. `full` is the regular period of `daysFull`.
 */
export type BilledPeriod = Omit<BillingPeriod, 'index'> & {
  /**
   * The period of the deal: as it would be without changes of plan. It begins earlier if a change cuts the start, and
   * has more days than are covered if a change cuts either end.
   */
  deal: { start: Temporal.Instant; days: number }
}

/**
 * Returns the billing periods that overlap the range: in order, without gaps or overlaps, and never
 * cut by the range. They cover exactly the lifetime of the subscription, past and future, whatever
 * its status. A subscription without an end has periods up to the end of the range, so pass a
 * finite range.
 *
 * `past` must be the complete result of `listPastSchedules`, the earliest first. Periods before a
 * move of invoice dates follow the schedule of that time. The moved period goes from its old start
 * to the new date, and later periods are counted from there. Any other change of the schedule
 * (start, time zone, cycle, billing day) recomputes all periods that it applies to, past ones
 * included. A period therefore has no identity beyond its start and end: invoices must store these
 * themselves.
 */
export function billedPeriods(
  subscription: Billed,
  past: readonly PastSchedule[],
  range: Range,
): BilledPeriod[] {
  const startsAt = instantOf(subscription.startsAt)
  const segments: Segment[] = [
    ...past.map((schedule) => ({
      schedule: pastScheduleOf(schedule, subscription),
      movedPeriodDate: schedule.movedPeriodDate,
    })),
    {
      schedule: presentSchedule(subscription),
      movedPeriodDate: subscription.moved?.periodDate ?? null,
    },
  ]
  return segments.flatMap((segment, position) => {
    const made = madePeriod(subscription, segment, segments[position - 1])
    const periods = periodsBetween(segment.schedule, range)
      // A successor has the past schedules of its predecessor.
      .filter(({ end }) => isBefore(startsAt, end))
      .map(({ index: _, ...period }) => withDeal(subscription, period, period.full))
    return made && intersect(made, range) ? [made, ...periods] : periods
  })
}

/** Adds the period of the deal, whose bounds `whole` has, or the first day of the deal. */
function withDeal(
  { timeZone, succession }: Billed,
  period: Omit<BilledPeriod, 'deal'>,
  whole: Range,
): BilledPeriod {
  const { start, end, daysCovered } = period
  const isCutBefore = succession?.replacesId != null && isBefore(whole.start, start)
  const isCutAfter = succession?.replacedById != null && isBefore(end, whole.end)
  if (!isCutBefore && !isCutAfter) return { ...period, deal: { start, days: daysCovered } }
  const dealStart = isCutBefore ? startInDeal(whole, succession.cycleFrom, timeZone) : start
  const days = countDays({ start: dealStart, end: whole.end }, timeZone)
  return { ...period, deal: { start: dealStart, days } }
}

/** Returns the start of a period, or of the stub with which the first subscription of the deal began. */
function startInDeal(
  { start, end }: Range,
  cycleFrom: string | null,
  timeZone: string,
): Temporal.Instant {
  const first = cycleFrom === null ? start : startOfDay(day(cycleFrom), timeZone)
  return isBefore(start, first) && isBefore(first, end) ? first : start
}

type Segment = { schedule: PeriodSchedule; movedPeriodDate: string | null }

/**
 * Returns the single period that a move created, shorter or longer than the regular one. Its fees
 * are prorated by its days, relative to the regular period that begins on its first day.
 */
function madePeriod(
  subscription: Billed,
  { schedule, movedPeriodDate }: Segment,
  before: Segment | undefined,
): BilledPeriod | undefined {
  const { timeZone, startsAt, endsAt } = subscription
  if (movedPeriodDate === null || before === undefined) return undefined
  const firstDay = day(movedPeriodDate)
  const whole = {
    start: startOfDay(firstDay, timeZone),
    end: startOfDay(schedule.startDate, timeZone),
  }
  const end = endsAt === null ? whole.end : instantOf(endsAt)
  const covered = intersect(whole, { start: instantOf(startsAt), end })
  if (covered === undefined) return undefined
  const full = regularPeriod(before.schedule, firstDay)
  const days = { daysCovered: countDays(covered, timeZone), daysFull: countDays(full, timeZone) }
  return withDeal(subscription, { ...covered, full, ...days }, whole)
}

/**
 * Returns the regular period of the cycle that begins on the day, even where the cycle has a stub
 * from there.
 */
function regularPeriod(schedule: PeriodSchedule, firstDay: Temporal.PlainDate): Range {
  const start = startOfDay(firstDay, schedule.timeZone)
  const planned = periodAt({ ...schedule, end: null }, start)?.full
  if (planned?.start.equals(start)) return planned
  return { start, end: startOfDay(firstDay.add(lengthOf(schedule.cycle)), schedule.timeZone) }
}

export function lengthOf(cycle: BillingCycle): Temporal.DurationLike {
  switch (cycle.kind) {
    case 'monthly':
      return { months: 1 }
    case 'yearly':
      return { years: 1 }
    case 'custom':
      return { days: cycle.days }
  }
}

function pastScheduleOf(schedule: PastSchedule, subscription: Billed): PeriodSchedule {
  const { timeZone, endsAt } = subscription
  const until = startOfDay(day(schedule.untilDate), timeZone)
  const isCut = endsAt !== null && isBefore(instantOf(endsAt), until)
  return {
    timeZone,
    startDate: day(schedule.fromDate),
    end: isCut ? { before: instantOf(endsAt) } : { before: until },
    cycle: cycleOf(schedule),
    billingDay: schedule.billingDay,
    ...anchored(schedule.cycleFrom),
  }
}
