import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { REVENUE_KINDS } from '../../earnings/compute/kept-kinds.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { keptByPlace, kinds } from '../../earnings/read/kept-rows.ts'
import type { MonthScope } from './queries.ts'

/** Revenue in one currency, and the part that final invoices billed. */
export type RevenueSum = { currency: string; revenue: Decimal; invoiced: Decimal }

/** Adds kept earnings of a window up by currency. */
export async function sumKept(
  tx: Tx,
  filter: EarningFilter,
  times: { window: Range<number>; horizon: number },
): Promise<RevenueSum[]> {
  const kept = await keptByPlace(tx, filter, { ...times, figures: ['earned', 'invoiced'] })
  const { rows } = await sql<RevenueSum>`
    select currency, sum(earned) as revenue, sum(invoiced) as invoiced from ${kept} kept
    where kind in ${kinds(...REVENUE_KINDS)} group by currency`.execute(tx)
  return rows
}

/**
 * Lists the customers with an invoice that was final at the cut-off and is void now: its prices held then, and
 * kept earnings do not have them.
 */
export async function listVoidedSince(tx: Tx, scope: MonthScope): Promise<string[]> {
  const { organizationId, customerId, cutOff } = scope
  const { rows } = await sql<{ customerId: string }>`
    select distinct customer_id from invoices
    where organization_id = ${organizationId} and status = 'void'
      ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}
      and finalized_at < ${cutOff}::timestamptz and voided_at >= ${cutOff}::timestamptz
    order by customer_id`.execute(tx)
  return rows.map((row) => row.customerId)
}
