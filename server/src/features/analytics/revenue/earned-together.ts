import type { Range } from '../../../domain/time/range.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { type Earned, earnedBy } from '../../earnings/earned.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import type { Asked } from '../../earnings/usage/earner-usage.ts'
import type { DaySums } from '../../usage/closed-sums/packed-days.ts'
import { feesTogether } from './fees-together.ts'
import { loadTogether } from './together.ts'

/**
 * Like `loadEarned`, with identical subscriptions merged, and also for ranges within the window. The
 * `last` subscriptions are never merged.
 */
export function loadEarnedTogether(
  db: Db,
  filter: EarningFilter,
  { window, last = 0, ranges = [], only }: Together,
): Promise<Earned[]> {
  const load = async (tx: Tx, asked: Asked) => {
    const cuts = ranges.flatMap(({ start, end }) => [start, end])
    const sums: DaySums = only === 'byCurrency' ? 'quantities' : 'work'
    const how = { last, byContent: true, withInvoiced: true, sums }
    const earners = await loadTogether(tx, filter, { window, asked, cuts, ...how })
    return only === 'byCurrency' ? feesTogether(earners) : earners
  }
  return earnedBy(db, window, load, { ranges })
}

type Together = {
  window: Range<number>
  last?: number
  ranges?: readonly Range<number>[]
  /** Only sums by currency are needed, without the cost of work. */
  only?: 'byCurrency'
}
