import { add, ZERO } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import { type Earned, earnedBy } from '../../earnings/earned.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { addRevenue, NO_REVENUE } from '../../earnings/revenue.ts'
import { feesTogether } from './fees-together.ts'
import { loadTogether } from './together.ts'
import type { InCurrency } from './totals.ts'

/**
 * Like `loadEarned`, for sums by currency: identical subscriptions are merged, and the cost of work is left out.
 */
export function loadEarnedTogether(
  db: Db,
  filter: EarningFilter,
  window: Range<number>,
): Promise<Earned[]> {
  return earnedBy(db, window, async (tx, asked) => {
    const how = { byContent: true, withInvoiced: true, sums: 'quantities' } as const
    return feesTogether(await loadTogether(tx, filter, { window, asked, ...how }))
  })
}

/** Adds the earnings of subscriptions up by currency. */
export function byCurrency(earned: readonly Earned[]): InCurrency[] {
  const totals = new Map<string, InCurrency>()
  for (const { subscription, revenue, invoiced, cost } of earned) {
    const { currency } = subscription
    const none = { currency, revenue: NO_REVENUE, invoiced: ZERO, cost: ZERO }
    const total = totals.get(currency) ?? none
    totals.set(currency, {
      currency,
      revenue: addRevenue(total.revenue, revenue),
      invoiced: add(total.invoiced, invoiced),
      cost: total.cost.plus(cost),
    })
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}
