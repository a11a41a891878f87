import { contains, type Range } from '../time/range.ts'
import { pricingInForce } from './charges.ts'
import { type EarningFacts, fixedPrices, openParts } from './earning-facts.ts'
import type { UsagePricing } from './pricing.ts'
import { isUsageStrategy } from './strategy.ts'

/** What prices a signal's units at a time, and the time whose units its tiers count. */
export type Tariff = { pricing: UsagePricing; strategyId: string; period: Range }

/**
 * The tariff of a signal at an instant: that of the finalized line whose time it is, however late usage
 * comes, else the one in force. Undefined where the signal is not charged for.
 */
export function tariffAt(
  facts: EarningFacts,
  signalId: string,
  at: Temporal.Instant,
): Tariff | undefined {
  const line = facts.final.usage.find((one) => one.signalId === signalId && contains(one, at))
  const moment = { start: at, end: at.add({ milliseconds: 1 }) }
  const whole = facts.periods.find((period) => contains(period, at))
  if (line) {
    const { pricing, strategyId, start, end, countedFrom } = line
    const counted = { start: countedFrom ?? start, end: whole?.end ?? end }
    return { pricing, strategyId, period: counted }
  }
  const [part] = openParts(facts, moment)
  const strategy = facts.strategies.filter(isUsageStrategy).find((one) => one.signalId === signalId)
  if (!part || !strategy) return undefined
  const pricing = pricingInForce(fixedPrices(facts.final), strategy, part)
  return { pricing, strategyId: strategy.id, period: part.period }
}
