import { priceInForce } from '../../../domain/prices/price-in-force.ts'
import { dateAt, instantOf, localDate } from '../../../domain/time/dates.ts'
import { startOfDay } from '../../../domain/time/period.ts'
import { periodsAround } from '../../../domain/time/periods-around.ts'
import {
  type Billed,
  type BilledPeriod,
  billedPeriods,
  cycleOf,
  lengthOf,
  type PastSchedule,
} from '../../../domain/time/schedule.ts'
import type { Strategy } from '../../pricing-plans/strategies/strategy.ts'

/** What decides which periods of a subscription a price of its plan reaches. */
export type Reached = {
  subscription: Billed
  past: readonly PastSchedule[]
  /** Times of final invoices: their periods keep their prices. */
  final: readonly { start: Date; end: Date }[]
}

/**
 * Returns the first billing period that begins on a day or later and that no final invoice covers in part.
 * Undefined: the subscription ends before.
 */
export function firstPeriodFrom(reached: Reached, day: string): BilledPeriod | undefined {
  const { subscription, final } = reached
  let from = dateAt(startOfDay(Temporal.PlainDate.from(day), subscription.timeZone))
  for (;;) {
    const period = periodBeginningFrom(reached, from)
    if (period === undefined) return undefined
    const [start, end] = [dateAt(period.start), dateAt(period.end)]
    const invoiced = final.filter((one) => one.start < end && one.end > start)
    if (invoiced.length === 0) return period
    // One invoice may cover many periods.
    from = new Date(Math.max(end.getTime(), ...invoiced.map((one) => one.end.getTime())))
  }
}

/** Returns the first billing period that begins at an instant or later. */
function periodBeginningFrom(
  { subscription, past }: Reached,
  instant: Date,
): BilledPeriod | undefined {
  const { moved, startsAt, timeZone } = subscription
  const from = instant < startsAt ? startsAt : instant
  const begins = ({ start }: BilledPeriod) => dateAt(start) >= from
  // A move of invoice dates may have made a period much longer.
  if (moved !== null) {
    return periodsAround(subscription, past, { at: from, before: 0, after: 2 }).find(begins)
  }
  const length = lengthOf(cycleOf(subscription))
  const start = instantOf(from)
  const day = start.toZonedDateTimeISO(timeZone).toPlainDate()
  const end = startOfDay(day.add(length).add(length), timeZone)
  return billedPeriods(subscription, past, { start, end }).find(begins)
}

/**
 * Returns the first period from a day on in which the price of the plan applies to a strategy, whose own
 * prices are those of the subscription. Undefined: there is none.
 */
export function firstPlanPricedFrom(
  reached: Reached,
  strategy: Strategy,
  day: string,
): BilledPeriod | undefined {
  const { timeZone, startDate } = reached.subscription
  const own = strategy.dated?.own ?? []
  const ofPlan = own.flatMap(({ from, price }) => (from !== null && price === null ? from : []))
  // The price of the plan returns on these days at the earliest.
  const days = [day, ...ofPlan.filter((from) => from > day).toSorted()]
  for (const from of days) {
    const period = firstPeriodFrom(reached, from)
    if (period === undefined) return undefined
    const dates = {
      periodStart: localDate(dateAt(period.start), timeZone),
      subscriptionStart: startDate,
    }
    const isOwn = own.some(({ price }) => price !== null && price === priceInForce(strategy, dates))
    if (!isOwn) return period
  }
  return undefined
}
