import { type RawBuilder, sql } from 'kysely'
import { monthOf, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../usage-figures/window.ts'
import { customerMonths } from '../refresh/customer-rows.ts'
import { computeLater } from './compute-later.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns, as SQL, revenue and cost of a window by customer and currency, of all customers that have any. A pair
 * may have several rows. Days that are not kept are computed for all customers, in pages, and added.
 */
export async function customerTotals(
  tx: Tx,
  organizationId: string,
  { window, horizon }: { window: Range<number>; horizon: number },
): Promise<RawBuilder<unknown>> {
  if (window.end <= horizon) return sql`(${keptTotals(organizationId, window)})`
  const later = { start: Math.max(window.start, horizon), end: window.end }
  const computed = await computedTotals(tx, organizationId, later)
  if (window.start >= horizon) return sql`(${computed})`
  const kept = { start: window.start, end: horizon }
  return sql`(${keptTotals(organizationId, kept)} union all ${computed})`
}

/** The sums of all days until the last day of the window, less those until the day before it. */
function keptTotals(organizationId: string, { start, end }: Range<number>) {
  return sql`
    select until.customer_id, until.currency, until.revenue - coalesce(since.revenue, 0) as revenue,
      until.cost - coalesce(since.cost, 0) as cost
    from ${sumsUntil(organizationId, end)} until
    left join ${sumsUntil(organizationId, start)} since
      on since.customer_id = until.customer_id and since.currency = until.currency
    where until.days > coalesce(since.days, 0)`
}

/** SQL: the sums of all kept days before a time, by customer and currency. */
function sumsUntil(organizationId: string, time: number) {
  const last = dateText(time - DAY_MS)
  const at = sql`width_bucket(${Number(last.slice(8))}::smallint, days)`
  return sql`(
    select customer_id, currency, days_before + ${at} as days,
      revenue_before + coalesce(revenue_until[${at}], 0) as revenue,
      cost_before + coalesce(cost_until[${at}], 0) as cost
    from customer_earned_months
    where organization_id = ${organizationId} and month = ${`${last.slice(0, 7)}-01`}::date
  )`
}

async function computedTotals(tx: Tx, organizationId: string, window: Range<number>) {
  const totals: { customerId: string; currency: string; revenue: string; cost: string }[] = []
  const filter = { organizationId, customerId: undefined, agentId: undefined }
  for await (const computed of computeLater(tx, filter, { window })) {
    const month = dateText(monthOf(window.start))
    const own = computed.map(({ place, days }) => ({ place, month, figures: [...days] }))
    for (const { customerId, currency, revenueUntil, costUntil } of await customerMonths(own)) {
      const [revenue = '0', cost = '0'] = [revenueUntil.at(-1), costUntil.at(-1)]
      totals.push({ customerId, currency, revenue, cost })
    }
  }
  return sql`select customer_id, currency, revenue, cost from unnest(
      ${arrayText(totals, ({ customerId }) => customerId)}::uuid[],
      ${totals.map(({ currency }) => currency)}::text[],
      ${arrayText(totals, ({ revenue }) => revenue)}::numeric[],
      ${arrayText(totals, ({ cost }) => cost)}::numeric[]
    ) as computed (customer_id, currency, revenue, cost)`
}
