import { type Decimal, isZero } from '../../../domain/money.ts'
import { askedUsage } from '../../../domain/prices/earnings.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../in-turns.ts'
import { earnedIn } from '../revenue/earned.ts'
import { feesTogether } from '../revenue/fees-together.ts'
import type { EarningSubscription } from '../revenue/subscription-queries.ts'
import { loadQuantitiesTogether } from '../revenue/together.ts'
import { type Revenue, revenueTotal } from '../revenue/totals.ts'
import { instants } from '../window.ts'

/** What a subscription earned in each of some ranges, in their order. */
export type EarnedByRange = {
  subscription: EarningSubscription
  /** With one-time fees, and without them. */
  earned: { all: Decimal; recurring: Decimal }[]
}

/**
 * What was earned in several windows, from one reading: they add up as they would if each were asked for
 * by itself, and agree with one another.
 */
export async function loadEarnedByRange(
  tx: Tx,
  organizationId: string,
  ranges: readonly Range<number>[],
): Promise<EarnedByRange[]> {
  const window = {
    start: Math.min(...ranges.map(({ start }) => start)),
    end: Math.max(...ranges.map(({ end }) => end)),
  }
  const asked = ranges.map(instants)
  const all = await loadQuantitiesTogether(
    tx,
    { organizationId, customerId: undefined, agentId: undefined },
    {
      window,
      asked: (facts) => asked.flatMap((range) => askedUsage(facts, range)),
      cuts: ranges.flatMap(({ start, end }) => [start, end]),
      byContent: true,
    },
  )
  const earnedOf = asked.map((range) => earnedIn(range))
  return mapInTurns(feesTogether(all), (earner) => ({
    subscription: earner.subscription,
    earned: earnedOf.map((of) => sumsOf(of(earner).revenue)),
  }))
}

function sumsOf(revenue: Revenue) {
  const all = revenueTotal(revenue)
  return { all, recurring: isZero(revenue.onetime) ? all : all.minus(revenue.onetime) }
}
