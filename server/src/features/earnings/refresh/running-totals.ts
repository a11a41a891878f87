import { type RawBuilder, sql } from 'kysely'

/** SQL: the number of days of a row of `customer_earned_months`, and their sums. */
export const monthTotals = () => sql`cardinality(days) as days,
  coalesce(revenue_until[cardinality(days)], 0) as revenue,
  coalesce(cost_until[cardinality(days)], 0) as cost,
  coalesce(events_until[cardinality(days)], 0) as events`

/**
 * SQL: for each kept month from the first one of a customer and currency, the sums of all months before it.
 * `states` has the exclusive end of the kept days of each customer.
 */
export const runningTotals = (totals: RawBuilder<unknown>, states: RawBuilder<unknown>) => sql`
  select months.customer_id, months.month, months.currency,
    coalesce(sum(totals.days) over earlier, 0)::integer as days_before,
    coalesce(sum(totals.revenue) over earlier, 0) as revenue_before,
    coalesce(sum(totals.cost) over earlier, 0) as cost_before,
    coalesce(sum(totals.events) over earlier, 0)::bigint as events_before
  from (
    select spans.customer_id, spans.currency, each.month::date as month
    from (
      select customer_id, currency, min(month) as first, max(month) as last
      from ${totals} totals group by customer_id, currency
    ) spans
    join ${states} states on states.customer_id = spans.customer_id
    cross join lateral generate_series(spans.first::timestamp,
      greatest(spans.last, states.kept_until - 1)::timestamp, interval '1 month') as each (month)
  ) months
  left join ${totals} totals on totals.customer_id = months.customer_id
    and totals.month = months.month and totals.currency = months.currency
  window earlier as (partition by months.customer_id, months.currency order by months.month
    rows between unbounded preceding and 1 preceding)`
