import type { PricedStrategy, StrategyPrice } from './strategy.ts'

/** Dates of a billing period and of its subscription, as calendar days in the subscription's time zone. */
export type PeriodDates = { periodStart: string; subscriptionStart: string }

/**
 * Returns the price of a billing period, which the day it begins on determines: the subscription's
 * own price, else the latest price of the plan that applies, else the first price of the strategy.
 * So no period has two prices. Of two prices of the plan from the same day, that for new
 * subscriptions applies to them.
 */
export function priceInForce(
  strategy: PricedStrategy,
  { periodStart, subscriptionStart }: PeriodDates,
): StrategyPrice {
  const { dated } = strategy
  if (dated === undefined) return strategy
  const own = latest(dated.own.filter(({ from }) => from === null || from <= periodStart))
  if (own?.price) return own.price
  const applying = dated.plan.filter(
    ({ from, audience }) =>
      from <= periodStart && (audience === 'everyone' || from <= subscriptionStart),
  )
  const last = latest(applying)
  const special = applying.find(({ from, audience }) => from === last?.from && audience === 'new')
  return (special ?? last)?.price ?? strategy
}

/**
 * Returns the days after the start of a period on which another price may begin, the earliest first.
 * `priceInForce` says which price a period has that begins then.
 */
export function laterDays({ dated }: PricedStrategy, { periodStart }: PeriodDates): string[] {
  if (dated === undefined) return []
  const days = [...dated.plan, ...dated.own].flatMap(({ from }) => from ?? [])
  return [...new Set(days)].filter((day) => day > periodStart).toSorted()
}

function latest<Price extends { from: string | null }>(
  prices: readonly Price[],
): Price | undefined {
  return prices.reduce<Price | undefined>(
    (last, one) => (last === undefined || (one.from ?? '') > (last.from ?? '') ? one : last),
    undefined,
  )
}
