import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import { unpricedBody } from '../unpriced.ts'
import type { DaySums } from './day-sums-queries.ts'

/** Amounts of a range: all, all without one-time fees, and the fees that fall on a single day. */
type Sums = { all: Decimal; recurring: Decimal; oneDayFees: Decimal }

/** Earnings in a currency in each of some ranges, in their order. */
export type EarnedByRange = { currency: string; earned: Sums[] }

/** Adds days up by currency and range. Ranges may overlap. */
export function earnedByRange(
  days: readonly DaySums[],
  ranges: readonly Range<number>[],
): EarnedByRange[] {
  const billed = days.filter(({ currency }) => currency !== '')
  return Array.from(
    Map.groupBy(billed, ({ currency }) => currency),
    ([currency, own]) => {
      const revenueIn = sumsOver(own, ({ revenue }) => revenue)
      const onetimeIn = sumsOver(own, ({ onetime }) => onetime)
      const oneDayFeesIn = sumsOver(own, ({ oneDayFees }) => oneDayFees)
      const earned = ranges.map((range) => {
        const all = revenueIn(range)
        return {
          all,
          recurring: all.minus(onetimeIn(range)),
          oneDayFees: oneDayFeesIn(range),
        }
      })
      return { currency, earned }
    },
  )
}

/** Events of a range, the known costs, and what of them is unpriced. */
export type Work = {
  cost: Decimal
  eventCount: number
  uncostedEvents: number
  unpriced: ReturnType<typeof unpricedBody>
}

/** Adds the work of all currencies up by range. */
export function workByRange(days: readonly DaySums[]): (range: Range<number>) => Work {
  const costIn = sumsOver(days, ({ cost }) => cost)
  return (range) => {
    const within = days.filter(({ time }) => time >= range.start && time < range.end)
    return {
      cost: costIn(range),
      eventCount: within.reduce((count, one) => count + one.eventCount, 0),
      uncostedEvents: within.reduce((count, one) => count + one.uncostedEvents, 0),
      unpriced: unpricedBody(within),
    }
  }
}

/** Returns the sum of any range as a difference of running sums. */
function sumsOver(
  days: readonly DaySums[],
  amountOf: (day: DaySums) => Decimal,
): (range: Range<number>) => Decimal {
  const inOrder = days.toSorted((a, b) => a.time - b.time)
  let total = ZERO
  const until = inOrder.map((day) => {
    total = total.plus(amountOf(day))
    return total
  })
  const before = (time: number) => {
    const count = inOrder.findIndex((day) => day.time >= time)
    return (count === -1 ? until.at(-1) : until[count - 1]) ?? ZERO
  }
  return ({ start, end }) => before(end).minus(before(start))
}
