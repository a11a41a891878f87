import { add, type Decimal, isZero, sum, ZERO } from '../../../domain/money.ts'
import { askedUsage } from '../../../domain/prices/earnings.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { eachRange, earnedAt } from '../../earnings/earned.ts'
import { type Revenue, revenueOf, revenueTotal } from '../../earnings/revenue.ts'
import { instants } from '../../usage-figures/window.ts'
import { feesTogether } from '../revenue/fees-together.ts'
import { loadQuantitiesTogether } from '../revenue/together.ts'

/** With one-time fees, and without them. */
type Sums = { all: Decimal; recurring: Decimal }

/** What was earned in a currency in each of some ranges, in their order. */
export type EarnedByRange = { currency: string; earned: Sums[] }

/**
 * What was earned in several windows, from one reading: they add up as they would if each were asked for
 * by itself, and agree with one another. Each is the sum of what lies between all their ends.
 */
export async function loadEarnedByRange(
  tx: Tx,
  organizationId: string,
  ranges: readonly Range<number>[],
): Promise<EarnedByRange[]> {
  const ends = ranges.flatMap(({ start, end }) => [start, end])
  const cuts = [...new Set(ends)].sort((a, b) => a - b)
  const between = cuts.slice(1).map((end, at) => ({ start: cuts[at] ?? end, end }))
  const asked = between.map(instants)
  const all = await loadQuantitiesTogether(
    tx,
    { organizationId, customerId: undefined, agentId: undefined },
    {
      window: { start: cuts[0] ?? 0, end: cuts.at(-1) ?? 0 },
      asked: (facts) => asked.flatMap((range) => askedUsage(facts, range)),
      cuts,
      byContent: true,
    },
  )
  const sums = new Map<string, Sums[]>()
  const earned = earnedAt(asked)
  await mapInTurns(eachRange(feesTogether(all), asked.length), ({ earner, at }) => {
    const { currency } = earner.subscription
    const own = sums.get(currency) ?? between.map(() => NOTHING)
    own[at] = addTo(own[at] ?? NOTHING, revenueOf(earned(earner, at)))
    sums.set(currency, own)
  })
  return Array.from(sums, ([currency, parts]) => ({
    currency,
    earned: ranges.map(({ start, end }) => {
      const own = parts.slice(cuts.indexOf(start), cuts.indexOf(end))
      return {
        all: sum(own.map((one) => one.all)),
        recurring: sum(own.map((one) => one.recurring)),
      }
    }),
  }))
}

const NOTHING: Sums = { all: ZERO, recurring: ZERO }

function addTo(sums: Sums, revenue: Revenue): Sums {
  const all = revenueTotal(revenue)
  const recurring = isZero(revenue.onetime) ? all : all.minus(revenue.onetime)
  return { all: add(sums.all, all), recurring: add(sums.recurring, recurring) }
}
