import { sql } from 'kysely'
import { add, type Decimal, isZero, ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { Place } from '../compute/day-figures.ts'
import { REVENUE_KINDS } from '../compute/kept-kinds.ts'
import { askedMonths, type CustomerMonths } from './month-rows.ts'
import type { KeptFigures } from './packed-months.ts'
import { runningCounts, runningSums } from './running-sums.ts'
import { monthTotals, runningTotals } from './running-totals.ts'

const DAY_MS = 24 * 60 * 60_000

/** The figures of a day with revenue or work. */
type Day = { revenue: Decimal; cost: Decimal; events: number }

/** A row of `customer_earned_months`. */
export type CustomerMonth = {
  customerId: string
  month: string
  currency: string
  days: number[]
  revenueUntil: string[]
  costUntil: string[]
  eventsUntil: number[]
}

type Sums = { place: Place; month: string; days: Map<number, Day> }

/** Adds the kept months of customers up by currency, as running sums. */
export async function customerMonths(
  rows: Iterable<{ place: Place; month: string; figures: KeptFigures }>,
): Promise<CustomerMonth[]> {
  const months = new Map<string, Sums>()
  await mapInTurns(rows, ({ place, month, figures }) => {
    const isRevenue = REVENUE_KINDS.has(place.kind)
    const key = `${place.customerId}${month}${place.currency}`
    const { days } = months.get(key) ?? { days: new Map<number, Day>() }
    for (const [day, { earned, cost, eventCount }] of figures) {
      const revenue = isRevenue ? earned : ZERO
      if (isZero(revenue) && isZero(cost) && eventCount === 0) continue
      const known = days.get(day) ?? { revenue: ZERO, cost: ZERO, events: 0 }
      days.set(day, {
        revenue: add(known.revenue, revenue),
        cost: add(known.cost, cost),
        events: known.events + eventCount,
      })
    }
    if (days.size > 0) months.set(key, { place, month, days })
  })
  return mapInTurns(months.values(), ({ place, month, days }) => {
    const inOrder = [...days].sort(([a], [b]) => a - b)
    const start = Date.parse(month)
    return {
      customerId: place.customerId,
      month,
      currency: place.currency,
      days: inOrder.map(([day]) => (day - start) / DAY_MS + 1),
      revenueUntil: runningSums(inOrder.map(([, { revenue }]) => revenue)),
      costUntil: runningSums(inOrder.map(([, { cost }]) => cost)),
      eventsUntil: runningCounts(inOrder.map(([, { events }]) => events)),
    }
  })
}

const customersIn = (months: readonly CustomerMonths[]) =>
  sql`${arrayText(months, ({ customerId }) => customerId)}::uuid[]`

/** SQL: the end of a `delete from … kept` that matches the months of some customers. */
export const usingMonths = (organizationId: string, months: readonly CustomerMonths[]) => sql`
  using ${askedMonths(months)}
  where kept.customer_id = asked.customer_id
    and kept.month >= asked.first_month and kept.month <= asked.last_month
    and kept.organization_id = ${organizationId}
    and kept.customer_id = any(${customersIn(months)})`

/**
 * Replaces the months of some customers, and adds the sums of earlier months to all rows. A row of a month without
 * days is made too, so that each kept month has the sums of the months before it. Rows are written by month, because a
 * ranking of all customers reads one month of each: rows of one month then share pages.
 */
export async function replaceCustomerMonths(
  tx: Tx,
  organizationId: string,
  { months, rows }: { months: readonly CustomerMonths[]; rows: readonly CustomerMonth[] },
): Promise<void> {
  await sql`delete from customer_earned_months kept ${usingMonths(organizationId, months)}`.execute(
    tx,
  )
  const customers = customersIn(months)
  await sql`
    with input as materialized (
      select customer_id, month, currency, days::smallint[] as days,
        revenue_until::numeric[] as revenue_until, cost_until::numeric[] as cost_until,
        events_until::bigint[] as events_until
      from unnest(
        ${arrayText(rows, ({ customerId }) => customerId)}::uuid[],
        ${arrayText(rows, ({ month }) => month)}::date[],
        ${rows.map(({ currency }) => currency)}::text[],
        ${rows.map(({ days }) => `{${days.join(',')}}`)}::text[],
        ${rows.map(({ revenueUntil }) => `{${revenueUntil.join(',')}}`)}::text[],
        ${rows.map(({ costUntil }) => `{${costUntil.join(',')}}`)}::text[],
        ${rows.map(({ eventsUntil }) => `{${eventsUntil.join(',')}}`)}::text[]
      ) as input (customer_id, month, currency, days, revenue_until, cost_until, events_until)
    ), others as materialized (
      select customer_id, month, currency, ${monthTotals()} from customer_earned_months
      where customer_id = any(${customers}) and organization_id = ${organizationId}
    ), states as materialized (
      select customer_id, kept_until from earning_states
      where customer_id = any(${customers}) and organization_id = ${organizationId}
    ), totals as (
      select customer_id, month, currency, ${monthTotals()} from input
      union all select * from others
    ), running as (${runningTotals(sql`totals`, sql`states`)})
    insert into customer_earned_months as kept (customer_id, month, currency, organization_id, days,
      revenue_until, cost_until, events_until, days_before, revenue_before, cost_before, events_before)
    select running.customer_id, running.month, running.currency, ${organizationId}::uuid,
      coalesce(input.days, '{}'), coalesce(input.revenue_until, '{}'),
      coalesce(input.cost_until, '{}'), coalesce(input.events_until, '{}'), running.days_before,
      running.revenue_before, running.cost_before, running.events_before
    from running left join input on input.customer_id = running.customer_id
      and input.month = running.month and input.currency = running.currency
    order by running.month, running.customer_id
    on conflict (customer_id, month, currency) do update set days_before = excluded.days_before,
      revenue_before = excluded.revenue_before, cost_before = excluded.cost_before,
      events_before = excluded.events_before
    where kept.days_before <> excluded.days_before
      or kept.revenue_before <> excluded.revenue_before
      or kept.cost_before <> excluded.cost_before
      or kept.events_before <> excluded.events_before`.execute(tx)
}
