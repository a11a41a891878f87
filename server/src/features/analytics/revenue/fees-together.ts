import { memoizeByObject } from '../../../domain/memoize.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import { isUsageStrategy, type PricedStrategy } from '../../../domain/prices/strategy.ts'
import type { EarnerUsage } from '../../earnings/usage/earner-usage.ts'
import type { UsedQuantity } from '../../earnings/usage/intervals.ts'

/**
 * For sums by currency alone. Those who used nothing, and of whom nothing is invoiced, earn the same where
 * they owe the same fees for the same periods, whatever their plan is: one of them stands for all.
 */
export function feesTogether<Used extends UsedQuantity>(
  earners: readonly EarnerUsage<Used>[],
): EarnerUsage<Used>[] {
  const told: EarnerUsage<Used>[] = []
  const alike = new Map<string, EarnerUsage<Used>>()
  const keyOf = feesKey()
  for (const earner of earners) {
    if (earner.intervals.length > 0 || isInvoiced(earner.facts)) {
      told.push(earner)
      continue
    }
    const key = keyOf(earner.facts)
    const one = alike.get(key)
    alike.set(key, one ? { ...one, count: one.count + earner.count } : earner)
  }
  return [...told, ...alike.values()]
}

const isInvoiced = ({ final }: EarningFacts) =>
  [final.invoiced, final.usage, final.fees, final.onetime].some(({ length }) => length > 0)

/** Those who have the same periods share the list of them. */
function feesKey(): (facts: EarningFacts) => string {
  const numbers = new Map<EarningFacts['periods'], number>()
  const dueOnce = memoizeByObject((strategies: readonly PricedStrategy[]) => dueOf(strategies))
  return ({ periods, subscription, currency, strategies }) => {
    const number = numbers.get(periods) ?? numbers.size
    numbers.set(periods, number)
    const { startsAt, timeZone, seatsCount } = subscription
    const own = [number, startsAt.getTime(), timeZone, seatsCount, currency]
    return [...own, ...dueOnce(strategies)].join(' ')
  }
}

/** The prices of what is due without any usage, in any order. */
function dueOf(strategies: readonly PricedStrategy[]): string[] {
  const texts = strategies.flatMap((strategy) => {
    if (!isUsageStrategy(strategy)) return [`${strategy.chargeType} ${strategy.rate.toFixed()}`]
    const { pricing } = strategy
    return pricing.pricingModel === 'flat' ? [] : [JSON.stringify(pricing)]
  })
  return texts.toSorted()
}
