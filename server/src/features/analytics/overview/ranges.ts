import { firstIndex } from '../../../domain/binary-search.ts'
import { add, type Decimal, ZERO } from '../../../domain/money.ts'
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
  const within = inRange(days)
  return (range) => {
    const own = within(range)
    return {
      cost: costIn(range),
      eventCount: own.reduce((count, one) => count + one.eventCount, 0),
      uncostedEvents: own.reduce((count, one) => count + one.uncostedEvents, 0),
      unpriced: unpricedBody(own),
    }
  }
}

/** Returns the days of any range. */
function inRange(days: readonly DaySums[]): (range: Range<number>) => readonly DaySums[] {
  const inOrder = days.toSorted(byTime)
  const countBefore = countedBefore(inOrder)
  return ({ start, end }) => inOrder.slice(countBefore(start), countBefore(end))
}

/** Returns the sum of any range as a difference of running sums. */
function sumsOver(
  days: readonly DaySums[],
  amountOf: (day: DaySums) => Decimal,
): (range: Range<number>) => Decimal {
  const inOrder = days.toSorted(byTime)
  const until = [ZERO]
  for (const day of inOrder) until.push(add(until.at(-1) ?? ZERO, amountOf(day)))
  const countBefore = countedBefore(inOrder)
  const before = (time: number) => until[countBefore(time)] ?? ZERO
  return ({ start, end }) => before(end).minus(before(start))
}

const byTime = (a: DaySums, b: DaySums) => a.time - b.time

/** Returns how many of some days, in their order, are before a time. */
function countedBefore(inOrder: readonly DaySums[]): (time: number) => number {
  return (time) => firstIndex(inOrder.length, (index) => (inOrder[index]?.time ?? time) >= time)
}
