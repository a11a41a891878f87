import { memoizeByObject } from '../../../domain/memoize.ts'
import { ZERO } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import { usageOfOne } from '../../../domain/prices/earnings.ts'
import { isUsageStrategy, type PricedStrategy } from '../../../domain/prices/strategy.ts'
import { countDays } from '../../../domain/time/period.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Earner } from '../../earnings/facts/load-facts.ts'
import { type EarnerUsage, quantityOf } from '../../earnings/usage/earner-usage.ts'
import type { Interval } from '../../earnings/usage/intervals.ts'
import { instants } from '../../usage-figures/window.ts'
import type { AlikeUsage } from './alike-usage-queries.ts'

const isFlat = (strategy: PricedStrategy) =>
  isUsageStrategy(strategy) && strategy.pricing.pricingModel === 'flat'

/** What those at a flat price owe beside their usage. */
export function feesOf(plain: readonly (Earner & { count: number })[]): EarnerUsage[] {
  const withoutUsage = memoizeByObject((facts: EarningFacts): EarningFacts => {
    return { ...facts, strategies: facts.strategies.filter((one) => !isFlat(one)) }
  })
  const unused = { intervals: [], ...usageOfOne(() => ZERO) }
  return plain.map((earner) => ({ ...earner, facts: withoutUsage(earner.facts), ...unused }))
}

type PlanUsage = {
  used: readonly AlikeUsage[]
  /** Where its parts end. */
  ends: readonly number[]
  window: Range<number>
}

/**
 * What those at a flat price used, by plan: each unit costs the same, whoever used it and in whichever
 * period. It stands for none of them, so that it owes no fee.
 */
export function usageOfPlans(
  plain: readonly Earner[],
  { used, ends, window }: PlanUsage,
): EarnerUsage[] {
  const usage = usageOf(used, ends)
  const { start, end } = instants(window)
  const days = countDays({ start, end }, 'UTC')
  const period = { start, end, full: { start, end }, daysCovered: days, daysFull: days }
  const ofPlan = new Map<string, EarnerUsage>()
  for (const { subscription, facts, billingsOf } of plain) {
    const key = planKey(subscription)
    if (ofPlan.has(key)) continue
    const own = { ...facts, periods: [period], strategies: facts.strategies.filter(isFlat) }
    const intervals = usage.get(key) ?? []
    const used = usageOfOne(quantityOf(intervals))
    ofPlan.set(key, { subscription, facts: own, billingsOf, intervals, ...used, count: 0 })
  }
  return [...ofPlan.values()]
}

const planKey = ({ planId, agentId }: { planId: string; agentId: string }) => `${planId} ${agentId}`

function usageOf(
  rows: readonly AlikeUsage[],
  ends: readonly number[],
): Map<string, readonly Interval[]> {
  const byPlan = Map.groupBy(rows, planKey)
  return new Map([...byPlan].map(([key, all]) => [key, all.map((row) => intervalOf(row, ends))]))
}

function intervalOf(row: AlikeUsage, ends: readonly number[]): Interval {
  const { signalId, part, billable, cost = ZERO, eventCount = 0, uncostedEvents = 0 } = row
  return {
    start: ends[part - 1] ?? 0,
    end: ends[part] ?? 0,
    signalId,
    owner: undefined,
    eventCount: Number(eventCount),
    billable,
    cost,
    uncostedEvents: Number(uncostedEvents),
  }
}
