import { sql } from 'kysely'
import type { Range } from '../../../domain/time/range.ts'
import { expectMemory } from '../../../platform/database/expect-memory.ts'
import type { Tx } from '../../../platform/database.ts'
import { customerTotals } from '../../earnings/read/customer-totals.ts'
import { COST_CURRENCY } from '../revenue/totals.ts'

type Asked = {
  window: Range<number>
  horizon: number
  /** The currency of customers without a subscription. */
  fallback: string
  top: number
}

type Ranking = {
  /** The lowest margin first. */
  customerIds: string[]
  /** The numbers of customers with and without a margin. */
  known: number
  unknown: number
}

type Row =
  | { customerId: string; known: null }
  | { customerId: null; known: string; unknown: string }

/**
 * Ranks all customers with revenue or work in a window by margin, as answers show it. A customer has a margin
 * under the conditions of `onlyAmount`.
 */
export async function rankCustomers(
  tx: Tx,
  organizationId: string,
  { window, horizon, fallback, top }: Asked,
): Promise<Ranking> {
  await expectMemory(tx)
  const totals = await customerTotals(tx, { organizationId }, { window, horizon })
  const { rows } = await sql<Row>`
    with figures as (
      select customer_id, coalesce(min(nullif(currency, '')), ${fallback}) as currency,
        min(nullif(currency, '')) <> max(currency) as are_several, sum(revenue) as revenue,
        sum(cost) as cost
      from ${totals} totals group by customer_id
    ), margins as materialized (
      select customer_id, round(revenue - cost, 10)::double precision as margin,
        are_several is not true and (currency = ${COST_CURRENCY} or cost = 0) as is_known
      from figures
    )
    select customer_id, null::bigint as known, null::bigint as unknown from (
      select customer_id from margins where is_known order by margin, customer_id limit ${top}
    ) lowest
    union all
    select null, count(*) filter (where is_known), count(*) filter (where not is_known)
    from margins`.execute(tx)
  const count = rows.find((row) => row.customerId === null)
  return {
    customerIds: rows.flatMap(({ customerId }) => customerId ?? []),
    known: Number(count?.known ?? 0),
    unknown: Number(count?.unknown ?? 0),
  }
}
