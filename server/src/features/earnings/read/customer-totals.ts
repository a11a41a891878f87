import { type RawBuilder, sql } from 'kysely'
import { monthOf, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../usage-figures/window.ts'
import { customerMonths } from '../refresh/customer-rows.ts'
import { computeLater } from './compute-later.ts'
import { horizonParts } from './horizon-parts.ts'

const DAY_MS = 24 * 60 * 60_000

/** All customers of an organization, or some of them. */
type Customers = { organizationId: string; customerIds?: readonly string[] }

/**
 * Returns, as SQL, revenue, cost and events of a window by customer and currency, of the customers that have any. A pair
 * may have several rows. Days that are not kept are computed, in pages of customers, and added.
 */
export async function customerTotals(
  tx: Tx,
  customers: Customers,
  { window, horizon }: { window: Range<number>; horizon: number },
): Promise<RawBuilder<unknown>> {
  const { kept, later } = horizonParts(window, horizon)
  if (later.start >= later.end) return sql`(${keptTotals(customers, kept)})`
  const computed = await computedTotals(tx, customers, later)
  if (kept.start >= kept.end) return sql`(${computed})`
  return sql`(${keptTotals(customers, kept)} union all ${computed})`
}

/** The sums of all days until the last day of the window, less those until the day before it. */
function keptTotals(customers: Customers, { start, end }: Range<number>) {
  return sql`
    select until.customer_id, until.currency, until.revenue - coalesce(since.revenue, 0) as revenue,
      until.cost - coalesce(since.cost, 0) as cost,
      until.events - coalesce(since.events, 0) as events
    from ${sumsUntil(customers, end)} until
    left join ${sumsUntil(customers, start)} since
      on since.customer_id = until.customer_id and since.currency = until.currency
    where until.days > coalesce(since.days, 0)`
}

/** SQL: the sums of all kept days before a time, by customer and currency. */
function sumsUntil({ organizationId, customerIds }: Customers, time: number) {
  const last = dateText(time - DAY_MS)
  const at = sql`width_bucket(${Number(last.slice(8))}::smallint, days)`
  return sql`(
    select customer_id, currency, days_before + ${at} as days,
      revenue_before + coalesce(revenue_until[${at}], 0) as revenue,
      cost_before + coalesce(cost_until[${at}], 0) as cost,
      events_before + coalesce(events_until[${at}], 0) as events
    from customer_earned_months
    where organization_id = ${organizationId} and month = ${`${last.slice(0, 7)}-01`}::date
      ${customerIds === undefined ? sql`` : sql`and customer_id = any(${customerIds}::uuid[])`}
  )`
}

type Totals = {
  customerId: string
  currency: string
  revenue: string
  cost: string
  events: number
}

async function computedTotals(tx: Tx, customers: Customers, window: Range<number>) {
  const totals: Totals[] = []
  const filter = { ...customers, customerId: undefined, agentId: undefined }
  for await (const computed of computeLater(tx, filter, { window })) {
    const month = dateText(monthOf(window.start))
    const own = computed.map(({ place, days }) => ({ place, month, figures: [...days] }))
    for (const { customerId, currency, ...until } of await customerMonths(own)) {
      totals.push({
        customerId,
        currency,
        revenue: until.revenueUntil.at(-1) ?? '0',
        cost: until.costUntil.at(-1) ?? '0',
        events: until.eventsUntil.at(-1) ?? 0,
      })
    }
  }
  return sql`select customer_id, currency, revenue, cost, events from unnest(
      ${arrayText(totals, ({ customerId }) => customerId)}::uuid[],
      ${totals.map(({ currency }) => currency)}::text[],
      ${arrayText(totals, ({ revenue }) => revenue)}::numeric[],
      ${arrayText(totals, ({ cost }) => cost)}::numeric[],
      ${arrayText(totals, ({ events }) => String(events))}::bigint[]
    ) as computed (customer_id, currency, revenue, cost, events)`
}
