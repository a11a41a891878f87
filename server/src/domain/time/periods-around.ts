import { statusAt } from '../subscription-status.ts'
import { dateAt, instantOf } from './dates.ts'
import {
  type Billed,
  type BilledPeriod,
  billedPeriods,
  cycleOf,
  lengthOf,
  type PastSchedule,
} from './schedule.ts'

/** Maximum extension of a period by a move of invoice dates. */
const POSTPONED_MAX = { years: 1 }

type Counts = { before: number; after: number }

/**
 * Returns the billing periods around an instant, in order: up to `before` ended ones, the current
 * one, and up to `after` later ones. Fewer where the subscription begins or ends.
 */
export function periodsAround(
  subscription: Billed,
  past: readonly PastSchedule[],
  { at, before, after }: Counts & { at: Date },
): BilledPeriod[] {
  const range = rangeAround(subscription, at, { before, after })
  const all = billedPeriods(subscription, past, range)
  const isOver = ({ end }: BilledPeriod) => dateAt(end) <= at
  const over = all.filter(isOver).slice(-before)
  const isUnderWay = statusAt(subscription, at) === 'active'
  const rest = all.filter((period) => !isOver(period)).slice(0, isUnderWay ? after + 1 : after)
  return before === 0 ? rest : [...over, ...rest]
}

/** Returns a range that contains these periods, and one more at each end. */
function rangeAround(subscription: Billed, at: Date, { before, after }: Counts) {
  const { startsAt, endsAt } = subscription
  // No periods exist before the start and after the end, so counting begins inside the lifetime.
  const first = at < startsAt ? startsAt : at
  const middle = endsAt !== null && endsAt < first ? endsAt : first
  const time = instantOf(middle).toZonedDateTimeISO('UTC')
  const length = Temporal.Duration.from(lengthOf(cycleOf(subscription)))
  const times = (count: number) => ({
    years: length.years * count,
    months: length.months * count,
    days: length.days * count,
  })
  return {
    start: time
      .subtract(times(before + 1))
      .subtract(POSTPONED_MAX)
      .toInstant(),
    end: time
      .add(times(after + 1))
      .add(POSTPONED_MAX)
      .toInstant(),
  }
}
