/** Compares the kept sums of earnings with those of their detail, as PostgreSQL adds them up. */
import type { TestDatabase } from '../support/database.ts'

const AMOUNTS = [
  ...['quantity', 'earned', 'invoiced', 'realised', 'realised_invoiced', 'cost'],
  ...['event_count', 'uncosted_event_count'],
]

/** The detail by day; arrays that are not kept stand for zeros. */
const DETAIL = `
  select kept.*, month + one.day - 1 as date, ${AMOUNTS.map((name) => `coalesce(one.${name}, 0) as day_${name}`).join(', ')}
  from earned_months kept, unnest(days, ${AMOUNTS.join(', ')}) as one (day, ${AMOUNTS.join(', ')})
  where kept.organization_id = $1`

const KEY = ['plan_id', 'agent_id', 'kind', 'source_id', 'currency', 'signal_id'].join(', ')

/** Days and months of an organization that are not the sums of its detail; a missing row stands for zeros. */
export async function organizationRowDifferences({ pool }: TestDatabase, organizationId: string) {
  const differing = async (table: string, time: string, of: string, key = KEY) => {
    const { rows } = await pool.query(
      `with sums as (
         select ${of} as ${time}, ${key}, ${AMOUNTS.map((name) => `sum(day_${name}) as ${name}`).join(', ')}
         from (${DETAIL}) detail group by ${of}, ${key}
       ), kept as (select * from ${table} where organization_id = $1)
       select * from sums full join kept using (${time}, ${key})
       where ${AMOUNTS.map((name) => `coalesce(sums.${name}, 0) <> coalesce(kept.${name}, 0)`).join(' or ')}`,
      [organizationId],
    )
    return rows
  }
  return [
    ...(await differing('organization_earned_days', 'day', 'date')),
    ...(await differing('organization_earned_months', 'month', 'month')),
    ...(await differing('organization_earned_day_totals', 'day', 'date', 'kind, currency')),
  ]
}

/** Days of customers whose sums of all earlier days and their own are not those of their detail. */
export async function customerRowDifferences({ pool }: TestDatabase, organizationId: string) {
  const { rows } = await pool.query(
    `with sums as (
       select customer_id, month, currency, date as day,
         sum(day_earned) filter (where kind between 1 and 5) as revenue, sum(day_cost) as cost,
         sum(day_event_count) as events
       from (${DETAIL}) detail group by customer_id, month, currency, date
       having bool_or(day_cost <> 0 or day_event_count <> 0 or kind between 1 and 5 and day_earned <> 0)
     ), running as (
       select customer_id, month, currency, day, count(*) over (until) as days,
         sum(coalesce(revenue, 0)) over (until) as revenue, sum(cost) over (until) as cost,
         sum(events) over (until) as events
       from sums window until as (partition by customer_id, currency order by day)
     ), kept as (
       select customer_id, month, currency, month + one.day - 1 as day, days_before + one.at as days,
         revenue_before + one.revenue as revenue, cost_before + one.cost as cost,
         events_before + one.events as events
       from customer_earned_months,
         unnest(days, revenue_until, cost_until, events_until) with ordinality
           as one (day, revenue, cost, events, at)
       where organization_id = $1
     )
     select * from running full join kept using (customer_id, month, currency, day)
     where running.days is distinct from kept.days or running.revenue is distinct from kept.revenue
       or running.cost is distinct from kept.cost or running.events is distinct from kept.events`,
    [organizationId],
  )
  return rows
}

const OF_KIND = AMOUNTS.filter((name) => name !== 'earned' && name !== 'invoiced')

/** Days of customers and kinds whose sums since the start of their month are not those of their detail. */
export async function kindRowDifferences({ pool }: TestDatabase, organizationId: string) {
  const { rows } = await pool.query(
    `with sums as (
       select customer_id, month, kind, currency, date as day,
         ${OF_KIND.map((name) => `sum(day_${name}) as ${name}`).join(', ')}
       from (${DETAIL}) detail group by customer_id, month, kind, currency, date
       having ${OF_KIND.map((name) => `sum(day_${name}) <> 0`).join(' or ')}
     ), running as (
       select customer_id, month, kind, currency, day,
         ${OF_KIND.map((name) => `sum(${name}) over (until) as ${name}`).join(', ')}
       from sums window until as (partition by customer_id, month, kind, currency order by day)
     ), kept as (
       select customer_id, month, kind, currency, month + one.day - 1 as day,
         ${OF_KIND.map((name) => `coalesce(one.${name}, 0) as kept_${name}`).join(', ')}
       from customer_kind_months,
         unnest(days, ${OF_KIND.map((name) => `${name}_until`).join(', ')})
           as one (day, ${OF_KIND.join(', ')})
       where organization_id = $1
     )
     select * from running full join kept using (customer_id, month, kind, currency, day)
     where ${OF_KIND.map((name) => `running.${name} is distinct from kept_${name}`).join(' or ')}`,
    [organizationId],
  )
  return rows
}

/** Days of which the invoices, by the day of their finalization, do not add up to the detail. */
export async function invoicedRowDifferences({ pool }: TestDatabase, organizationId: string) {
  const { rows } = await pool.query(
    `with detail as (
       select customer_id, currency, date as day, sum(day_invoiced) as invoiced
       from (${DETAIL}) detail group by customer_id, currency, date having sum(day_invoiced) <> 0
     ), amounts as (
       select customer_id, currency, invoiced_on, month + one.day - 1 as day,
         one.until - coalesce(lag(one.until) over (
           partition by customer_id, month, currency, invoiced_on order by one.day), 0) as invoiced
       from customer_invoiced_months, unnest(days, invoiced_until) as one (day, until)
       where organization_id = $1
     ), of_customers as (
       select customer_id, currency, day, sum(invoiced) as kept_invoiced from amounts
       group by customer_id, currency, day having sum(invoiced) <> 0
     ), sums as (
       select currency, day, invoiced_on, sum(invoiced) as invoiced from amounts
       group by currency, day, invoiced_on having sum(invoiced) <> 0
     ), of_organization as (
       select currency, day, invoiced_on, invoiced as kept_invoiced
       from organization_invoiced_days where organization_id = $1 and invoiced <> 0
     )
     select customer_id, currency, day::text, null as invoiced_on, invoiced, kept_invoiced
     from detail full join of_customers using (customer_id, currency, day)
     where invoiced is distinct from kept_invoiced
     union all
     select null, currency, day::text, invoiced_on::text, invoiced, kept_invoiced
     from sums full join of_organization using (currency, day, invoiced_on)
     where invoiced is distinct from kept_invoiced`,
    [organizationId],
  )
  return rows
}
