import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { REVENUE_KINDS } from '../../earnings/compute/kept-kinds.ts'
import { keptByPlace, kinds } from '../../earnings/read/kept-rows.ts'
import { UNPRICED_SUMS, type UnpricedSums } from '../unpriced.ts'

/** Figures of a customer in one currency; work of no subscription has the currency ''. Costs are in USD. */
export type CustomerSums = UnpricedSums & {
  customerId: string
  currency: string
  amount: Decimal
  cost: Decimal
  eventCount: number
  uncostedEvents: number
}

const FIGURES = ['quantity', 'earned', 'cost', 'event_count', 'uncosted_event_count'] as const
const REVENUE = kinds(...REVENUE_KINDS)

/**
 * Adds the kept figures of some customers up by customer and currency. Leaves out currencies without revenue
 * and work in the window.
 */
export async function sumKeptByCustomer(
  tx: Tx,
  { organizationId, customerIds }: { organizationId: string; customerIds: readonly string[] },
  times: { window: Range<number>; horizon: number },
): Promise<CustomerSums[]> {
  if (customerIds.length === 0) return []
  const filter = { organizationId, customerId: undefined, customerIds, agentId: undefined }
  const kept = await keptByPlace(tx, filter, { ...times, figures: FIGURES })
  const { rows } = await sql<CustomerSums>`
    select customer_id, currency,
      coalesce(sum(earned) filter (where kind in ${REVENUE}), 0) as amount, sum(cost) as cost,
      sum(event_count)::double precision as event_count,
      sum(uncosted_event_count)::double precision as uncosted_events, ${UNPRICED_SUMS}
    from ${kept} kept
    where kind in ${REVENUE} and earned <> 0 or cost <> 0 or event_count <> 0
    group by customer_id, currency order by customer_id, currency`.execute(tx)
  return rows
}
