import { type RawBuilder, sql } from 'kysely'

/** SQL: the kept rows of earnings that match a condition, one for each day. */
export const keptDays = (matches: RawBuilder<unknown>) => sql`
  select kept.customer_id, kept.organization_id, kept.month, kept.month + each.day - 1 as day, kept.plan_id,
    kept.agent_id, kept.kind, kept.source_id, kept.signal_id, kept.currency,
    coalesce(each.quantity, 0) as quantity, coalesce(each.earned, 0) as earned,
    coalesce(each.invoiced, 0) as invoiced, coalesce(each.realised, 0) as realised,
    coalesce(each.realised_invoiced, 0) as realised_invoiced, coalesce(each.cost, 0) as cost,
    coalesce(each.event_count, 0) as event_count,
    coalesce(each.uncosted_event_count, 0) as uncosted_event_count
  from earned_months kept
  cross join lateral unnest(kept.days, kept.quantity, kept.earned, kept.invoiced, kept.realised,
    kept.realised_invoiced, kept.cost, kept.event_count, kept.uncosted_event_count) as each (day,
    quantity, earned, invoiced, realised, realised_invoiced, cost, event_count,
    uncosted_event_count)
  where ${matches}`

/** SQL: the kept rows of what invoices billed that match a condition, one for each day. */
export const keptInvoicedDays = (matches: RawBuilder<unknown>) => sql`
  select kept.customer_id, kept.organization_id, kept.month, kept.month + each.day - 1 as day,
    kept.currency, kept.invoiced_on,
    each.until - lag(each.until, 1, 0::numeric) over (
      partition by kept.customer_id, kept.month, kept.currency, kept.invoiced_on order by each.day
    ) as invoiced
  from customer_invoiced_months kept
  cross join lateral unnest(kept.days, kept.invoiced_until) as each (day, until)
  where ${matches}`

/** SQL: the sums of `organization_earned_days` by month, which `organization_earned_months` keeps. */
export const organizationMonths = (organizationId: string) => sql`
  select organization_id, date_trunc('month', day::timestamp)::date as month, plan_id, agent_id, kind,
    source_id, signal_id, currency, sum(quantity) as quantity,
    sum(earned) as earned, sum(invoiced) as invoiced, sum(realised) as realised,
    sum(realised_invoiced) as realised_invoiced, sum(cost) as cost, sum(event_count) as event_count,
    sum(uncosted_event_count) as uncosted_event_count
  from organization_earned_days where organization_id = ${organizationId}
  group by organization_id, date_trunc('month', day::timestamp), plan_id, agent_id, kind, source_id,
    signal_id, currency`

/** SQL: the sums of `organization_earned_days` by kind and currency, which `organization_earned_day_totals` keeps. */
export const organizationDayTotals = (organizationId: string) => sql`
  select organization_id, day, kind, currency, sum(quantity) as quantity, sum(earned) as earned,
    sum(invoiced) as invoiced, sum(realised) as realised,
    sum(realised_invoiced) as realised_invoiced, sum(cost) as cost, sum(event_count) as event_count,
    sum(uncosted_event_count) as uncosted_event_count
  from organization_earned_days where organization_id = ${organizationId}
  group by organization_id, day, kind, currency`
