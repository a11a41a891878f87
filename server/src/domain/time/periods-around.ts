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

/** A period that a move of invoice dates made longer is at most so much longer. */
const POSTPONED_MAX = { years: 1 }

type Counts = { before: number; after: number }

/**
 * The billing periods around an instant, in order: so many that are over, the one under way, and so many
 * that come later. Fewer where the subscription begins or ends.
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

/** Long enough to hold them, and one more at each end. */
function rangeAround(subscription: Billed, at: Date, { before, after }: Counts) {
  const { startsAt, endsAt } = subscription
  // Before its start and after its end there are none to count.
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
