import { sql } from 'kysely'
import { add, type Decimal, isZero, ZERO } from '../../../domain/money.ts'
import { monthOf } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../usage-figures/window.ts'
import type { DayFigures, Place } from '../compute/day-figures.ts'
import { REVENUE_KINDS } from '../compute/kept-kinds.ts'
import type { CustomerMonths } from './month-rows.ts'

const DAY_MS = 24 * 60 * 60_000

/** Revenue and cost of a day. */
type Day = { revenue: Decimal; cost: Decimal }

/** A row of `customer_earned_months`. */
export type CustomerMonth = {
  customerId: string
  month: string
  currency: string
  days: number[]
  revenueUntil: string[]
  costUntil: string[]
}

/** Adds the kept days of customers up by month and currency, as running sums. */
export function customerMonths(
  rows: Iterable<{ place: Place; days: readonly (readonly [number, DayFigures])[] }>,
): CustomerMonth[] {
  const months = new Map<string, { place: Place; month: number; days: Map<number, Day> }>()
  for (const { place, days } of rows) {
    const isRevenue = REVENUE_KINDS.has(place.kind)
    for (const [day, { earned, cost }] of days) {
      const revenue = isRevenue ? earned : ZERO
      if (isZero(revenue) && isZero(cost)) continue
      const month = monthOf(day)
      const key = `${place.customerId}${month}${place.currency}`
      const own = months.get(key) ?? { place, month, days: new Map<number, Day>() }
      months.set(key, own)
      const known = own.days.get(day) ?? { revenue: ZERO, cost: ZERO }
      own.days.set(day, { revenue: add(known.revenue, revenue), cost: add(known.cost, cost) })
    }
  }
  return Array.from(months.values(), ({ place, month, days }) => {
    const inOrder = [...days].sort(([a], [b]) => a - b)
    return {
      customerId: place.customerId,
      month: dateText(month),
      currency: place.currency,
      days: inOrder.map(([day]) => (day - month) / DAY_MS + 1),
      revenueUntil: runningSums(inOrder.map(([, { revenue }]) => revenue)),
      costUntil: runningSums(inOrder.map(([, { cost }]) => cost)),
    }
  })
}

function runningSums(amounts: readonly Decimal[]): string[] {
  let total = ZERO
  return amounts.map((amount) => {
    total = add(total, amount)
    return total.toFixed()
  })
}

/** Replaces the months of some customers. */
export async function replaceCustomerMonths(
  tx: Tx,
  organizationId: string,
  { months, rows }: { months: readonly CustomerMonths[]; rows: readonly CustomerMonth[] },
): Promise<void> {
  const customers = arrayText(months, ({ customerId }) => customerId)
  await sql`
    delete from customer_earned_months kept
    using unnest(${customers}::uuid[], ${arrayText(months, ({ first }) => first)}::date[],
      ${arrayText(months, ({ last }) => last)}::date[]) as asked (customer_id, first_month, last_month)
    where kept.customer_id = asked.customer_id
      and kept.month >= asked.first_month and kept.month <= asked.last_month
      and kept.organization_id = ${organizationId}
      and kept.customer_id = any(${customers}::uuid[])`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into customer_earned_months (customer_id, month, currency, organization_id, days,
      revenue_until, cost_until)
    select customer_id, month, currency, ${organizationId}::uuid, days::smallint[],
      revenue_until::numeric[], cost_until::numeric[]
    from unnest(
      ${arrayText(rows, ({ customerId }) => customerId)}::uuid[],
      ${arrayText(rows, ({ month }) => month)}::date[],
      ${rows.map(({ currency }) => currency)}::text[],
      ${rows.map(({ days }) => `{${days.join(',')}}`)}::text[],
      ${rows.map(({ revenueUntil }) => `{${revenueUntil.join(',')}}`)}::text[],
      ${rows.map(({ costUntil }) => `{${costUntil.join(',')}}`)}::text[]
    ) as input (customer_id, month, currency, days, revenue_until, cost_until)`.execute(tx)
}
