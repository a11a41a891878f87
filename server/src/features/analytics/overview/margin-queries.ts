import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { type EarningFilter, inFilter } from '../../earnings/facts/earning-filter.ts'
import { type UsageFilter, withUsage } from '../../usage/closed-sums/usage-rows.ts'
import { dateRangeOf, windowOf } from '../../usage-figures/window.ts'
import { covering, NO_CONTENT, termsOf } from '../revenue/alike-queries.ts'
import { usedByAlike } from '../revenue/alike-usage-queries.ts'
import { COST_CURRENCY } from '../revenue/totals.ts'
import type { PlainTerms, UnitPrice } from './plain-terms.ts'

/** What a customer brought in, in one currency, and what the work cost. */
export type MarginRow = {
  customerId: string
  currency: string
  revenue: Decimal
  cost: Decimal
  uncostedEvents: string
}

type Asked = {
  window: Range<number>
  /** Customers whose revenue does not follow from terms and prices alone. */
  without: readonly string[]
  terms: readonly PlainTerms[]
  prices: readonly UnitPrice[]
  /** What it is in where a customer has no subscription. */
  fallback: string
  top: number
}

type Count = { customerId: null; known: string; unknown: string }

/**
 * All customers but some with a subscription or work in a window, those with the lowest margin first, and how
 * many have a margin and how many have none. The order is that of margins as answers show them. What each
 * table adds is a step of its own: a cluster joins and ranks the sums of its nodes, and not their rows.
 */
export async function rankPlainCustomers(
  tx: Tx,
  filter: EarningFilter,
  { window, without, terms, prices, fallback, top }: Asked,
): Promise<{ rows: MarginRow[]; known: number; unknown: number }> {
  const usage: UsageFilter = {
    ...filter,
    signalId: undefined,
    dates: dateRangeOf(windowOf(window)),
  }
  const { owners, used } = await usedByAlike(tx, filter, {
    cuts: [window.start, window.end],
    without: { customers: without, pairs: [] },
    sums: 'quantities',
  })
  const named = arrayText(without, (id) => id)
  const isOther = (customerId: RawBuilder<unknown>) => sql`${customerId} <> all(${named}::uuid[])`
  const { rows } = await withUsage(tx, usage, { customer: true }, (at, worked) =>
    sql<MarginRow | Count>`
      with ${owners}, terms as materialized (
        select plan_id, agent_id, decode(terms, 'hex') as terms, currency, owed from unnest(
          ${arrayText(terms, ({ planId }) => planId)}::uuid[],
          ${arrayText(terms, ({ agentId }) => agentId)}::uuid[],
          ${terms.map((one) => one.terms)}::text[],
          ${arrayText(terms, ({ currency }) => currency)}::text[],
          ${arrayText(terms, ({ owed }) => owed.toFixed())}::numeric[]
        ) as terms (plan_id, agent_id, terms, currency, owed)
      ), prices as materialized (
        select * from unnest(
          ${arrayText(prices, ({ planId }) => planId)}::uuid[],
          ${arrayText(prices, ({ agentId }) => agentId)}::uuid[],
          ${arrayText(prices, ({ signalId }) => signalId)}::uuid[],
          ${arrayText(prices, ({ rate }) => rate.toFixed())}::numeric[]
        ) as prices (plan_id, agent_id, signal_id, rate)
      ), running as materialized (
        select subscriptions.customer_id, subscriptions.plan_id, subscriptions.agent_id,
          ${termsOf(NO_CONTENT)} as terms
        from subscriptions join customers on customers.id = subscriptions.customer_id
        where ${inFilter(filter, 'subscriptions')} and ${covering(window)}
          and ${isOther(sql`subscriptions.customer_id`)}
      ), earned as materialized (
        select customer_id, plan_id, agent_id, signal_id, sum(billable) as billable
        from (${used}) used group by 1, 2, 3, 4
      ), spent as materialized (
        select customer_id, sum(cost) as cost, sum(uncosted_event_count) as uncosted
        from ${worked} where ${isOther(sql`customer_id`)} group by 1
      ), figures as (
        select customer_id, coalesce(min(currency), ${fallback}) as currency,
          min(currency) <> max(currency) as are_several, coalesce(sum(revenue), 0) as revenue,
          coalesce(sum(cost), 0) as cost, coalesce(sum(uncosted), 0)::bigint as uncosted_events
        from (
          select running.customer_id, terms.currency, terms.owed as revenue,
            null::numeric as cost, null::numeric as uncosted
          from running join terms on terms.plan_id = running.plan_id
            and terms.agent_id = running.agent_id and terms.terms = running.terms
          union all
          select earned.customer_id, null, earned.billable * prices.rate, null, null
          from earned join prices on prices.plan_id = earned.plan_id
            and prices.agent_id = earned.agent_id and prices.signal_id = earned.signal_id
          union all
          select customer_id, null, null, cost, uncosted from spent
        ) parts
        group by 1
      ), margins as materialized (
        select *, are_several is not true and (currency = ${COST_CURRENCY} or cost = 0) as is_known
        from figures
      )
      select customer_id, currency, revenue, cost, uncosted_events, null::bigint as known,
        null::bigint as unknown
      from (
        select * from margins where is_known
        order by round(revenue - cost, 10)::float8, customer_id limit ${top}
      ) worst
      union all
      select null, null, null, null, null, count(*) filter (where is_known),
        count(*) filter (where not is_known)
      from margins`.execute(at),
  )
  const [count] = rows.filter((row) => row.customerId === null)
  return {
    rows: rows.filter((row) => row.customerId !== null),
    known: Number(count?.known ?? 0),
    unknown: Number(count?.unknown ?? 0),
  }
}

/** Customers with a subscription, those of the same terms beside each other: they share what is worked out for them. */
export async function orderByTerms(
  tx: Tx,
  { organizationId }: EarningFilter,
  customerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select subscriptions.customer_id
    from subscriptions join customers on customers.id = subscriptions.customer_id
    where subscriptions.organization_id = ${organizationId}
      and subscriptions.customer_id = any(${arrayText(customerIds, (id) => id)}::uuid[])
    group by subscriptions.customer_id
    order by min(subscriptions.plan_id::text), min(subscriptions.starts_at),
      min(coalesce(subscriptions.timezone, customers.timezone)), 1`.execute(tx)
  return rows.map(({ customerId }) => customerId)
}
