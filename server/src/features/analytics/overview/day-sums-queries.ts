import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { REVENUE_KINDS } from '../../earnings/compute/kept-kinds.ts'
import { keptByDay, kinds } from '../../earnings/read/kept-rows.ts'
import { UNPRICED_SUMS, type UnpricedSums } from '../unpriced.ts'

/** Figures of one day and currency; work of no subscription has the currency ''. Costs are in USD. */
export type DaySums = UnpricedSums & {
  currency: string
  /** UTC midnight in epoch milliseconds. */
  time: number
  revenue: Decimal
  onetime: Decimal
  /** One-time fees, and the fees of pools. */
  oneDayFees: Decimal
  cost: Decimal
  eventCount: number
  uncostedEvents: number
}

/** The kept figures of an organization by day and currency; days without any are left out. */
export async function sumByDay(
  tx: Tx,
  organizationId: string,
  times: { window: Range<number>; horizon: number; cuts: readonly number[] },
): Promise<DaySums[]> {
  const filter = { organizationId, customerId: undefined, agentId: undefined }
  const kept = await keptByDay(tx, filter, times)
  const { rows } = await sql<Omit<DaySums, 'time'> & { day: string }>`
    select currency, day,
      coalesce(sum(earned) filter (where kind in ${kinds(...REVENUE_KINDS)}), 0) as revenue,
      coalesce(sum(earned) filter (where kind in ${kinds('onetime')}), 0) as onetime,
      coalesce(sum(earned) filter (where kind in ${kinds('pool', 'onetime')}), 0) as one_day_fees,
      sum(cost) as cost, sum(event_count)::double precision as event_count,
      sum(uncosted_event_count)::double precision as uncosted_events,
      ${UNPRICED_SUMS}
    from ${kept} kept group by currency, day`.execute(tx)
  return rows.map(({ day, ...sums }) => ({ ...sums, time: Date.parse(day) }))
}
