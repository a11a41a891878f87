import { contains, type Range } from '../time/range.ts'
import { pricingInForce } from './charges.ts'
import { type EarningFacts, openParts, priceFacts } from './earning-facts.ts'
import type { UsagePricing } from './pricing.ts'
import { isUsageStrategy } from './strategy.ts'

/** Pricing of a signal's units at a time, and the period whose units its tiers count. */
export type Tariff = { pricing: UsagePricing; strategyId: string; period: Range }

/**
 * Returns the tariff of a signal at an instant: that of the finalized line that covers it, however
 * late usage is recorded, else the pricing in force. Returns undefined if the signal is not
 * charged.
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
  const pricing = pricingInForce(priceFacts(facts), strategy, part)
  return { pricing, strategyId: strategy.id, period: part.period }
}
