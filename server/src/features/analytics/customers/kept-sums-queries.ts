import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { customerKinds } from '../../earnings/read/customer-kinds.ts'
import { customerTotals } from '../../earnings/read/customer-totals.ts'
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

/**
 * Adds the kept figures of some customers up by customer and currency. Leaves out currencies without revenue
 * and work in the window.
 */
export async function sumKeptByCustomer(
  tx: Tx,
  customers: { organizationId: string; customerIds: readonly string[] },
  times: { window: Range<number>; horizon: number },
): Promise<CustomerSums[]> {
  if (customers.customerIds.length === 0) return []
  const totals = await customerTotals(tx, customers, times)
  const filter = { ...customers, customerId: undefined, agentId: undefined }
  const work = await customerKinds(tx, filter, times)
  const { rows } = await sql<CustomerSums>`
    select customer_id, currency, sum(revenue) as amount, sum(cost) as cost,
      sum(event_count)::double precision as event_count,
      sum(uncosted_event_count)::double precision as uncosted_events, ${UNPRICED_SUMS}
    from (
      select customer_id, currency, null::smallint as kind, revenue, 0 as quantity, 0 as cost,
        0 as event_count, 0 as uncosted_event_count
      from ${totals} totals
      union all
      select customer_id, currency, kind, 0, quantity, cost, event_count, uncosted_event_count
      from ${work} work where cost <> 0 or event_count <> 0
    ) kept
    group by customer_id, currency order by customer_id, currency`.execute(tx)
  return rows
}
