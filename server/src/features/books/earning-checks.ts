import { type RawBuilder, sql } from 'kysely'
import { KEPT_KINDS, REVENUE_KINDS } from '../earnings/compute/kept-kinds.ts'
import {
  keptDays,
  keptInvoicedDays,
  organizationDayTotals,
  organizationMonths,
} from '../earnings/refresh/kept-days.ts'
import { monthTotals, runningTotals } from '../earnings/refresh/running-totals.ts'
import { dateText } from '../usage-figures/window.ts'
import { type Check, inSql } from './check.ts'
import { differing, figures } from './compared.ts'
import { earnedMonths } from './earned-months-check.ts'
import type { Scope } from './scope.ts'

/** Matches the days of a window. Months are compared too, because they are indexed. */
function inWindow({ window }: Scope, month: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!window) return sql`true`
  const date = (time: number) => sql`${dateText(time)}::date`
  return sql`${month} >= date_trunc('month', ${date(window.start)}::timestamp)::date
    and ${month} < ${date(window.end)}`
}

const own = ({ organizationId, customerIds }: Scope, table: string) =>
  sql`${sql.ref(`${table}.customer_id`)} = any(${customerIds}::uuid[])
    and ${sql.ref(`${table}.organization_id`)} = ${organizationId}`

const REVENUE = sql`${Array.from(REVENUE_KINDS, (kind) => KEPT_KINDS[kind])}::integer[]`

const BEFORE = [sql`days_before`, sql`revenue_before`, sql`cost_before`, sql`events_before`]

export const KEPT_CUSTOMERS: Check = {
  name: 'customer_earned_months_equal_months',
  says: 'Revenue, cost and events of a customer before each month and up to each of its days, of all its earnings',
  compared: (scope) =>
    sql`select count(*) as count from customer_earned_months kept
      where ${own(scope, 'kept')} and ${inWindow(scope, sql`kept.month`)}`,
  find: inSql((scope) => {
    const until = (column: string) =>
      sql`sum(sum(${sql.ref(column)})) over (partition by customer_id, currency, month order by day)`
    const before = sql`concat_ws(' ', nullif(currency, ''), 'before', month)`
    const totals = sql`(
      select customer_id, month, currency, ${monthTotals()} from customer_earned_months kept
      where ${own(scope, 'kept')}
    )`
    const states = sql`(
      select customer_id, kept_until from earning_states where ${own(scope, 'earning_states')}
    )`
    return differing(
      sql`select customer_id, concat_ws(' ', nullif(currency, ''), day) as place,
          ${figures(sql`revenue_until`, sql`cost_until`, sql`events_until`)} as figures
        from (
          select customer_id, currency, day, ${until('revenue')} as revenue_until,
            ${until('cost')} as cost_until, ${until('event_count')} as events_until
          from (
            select customer_id, currency, month, day, cost, event_count,
              case when kind = any(${REVENUE}) then earned else 0 end as revenue
            from (${keptDays(sql`${own(scope, 'kept')} and ${inWindow(scope, sql`kept.month`)}`)}) days
          ) amounts where revenue <> 0 or cost <> 0 or event_count <> 0 group by customer_id, currency, month, day
        ) running
        union all
        select customer_id, ${before},
          ${figures(...BEFORE)}
        from (${runningTotals(totals, states)}) running where ${inWindow(scope, sql`month`)}`,
      sql`select kept.customer_id,
          concat_ws(' ', nullif(kept.currency, ''), kept.month + each.day - 1) as place,
          ${figures(sql`each.revenue_until`, sql`each.cost_until`, sql`each.events_until`)} as figures
        from customer_earned_months kept
        cross join lateral unnest(kept.days, kept.revenue_until, kept.cost_until, kept.events_until)
          as each (day, revenue_until, cost_until, events_until)
        where ${own(scope, 'kept')} and ${inWindow(scope, sql`kept.month`)}
        union all
        select customer_id, ${before},
          ${figures(...BEFORE)}
        from customer_earned_months kept
        where ${own(scope, 'kept')} and ${inWindow(scope, sql`kept.month`)}`,
    )
  }),
}

const INVOICED = figures(sql`sum(invoiced)`)

export const KEPT_INVOICED: Check = {
  name: 'customer_invoiced_months_equal_months',
  says: 'What finalized invoices billed of each day of a customer adds up to its invoiced earnings',
  compared: (scope) =>
    sql`select count(*) as count from customer_invoiced_months kept
      where ${own(scope, 'kept')} and ${inWindow(scope, sql`kept.month`)}`,
  find: inSql((scope) => {
    const matches = sql`${own(scope, 'kept')} and ${inWindow(scope, sql`kept.month`)}`
    const sums = (days: RawBuilder<unknown>) => sql`
      select customer_id, concat_ws(' ', nullif(currency, ''), day) as place, ${INVOICED} as figures
      from (${days}) days group by customer_id, currency, day having sum(invoiced) <> 0`
    return differing(sums(keptDays(matches)), sums(keptInvoicedDays(matches)))
  }),
}

const COLUMNS = [
  'quantity',
  'earned',
  'invoiced',
  'realised',
  'realised_invoiced',
  'cost',
  'event_count',
  'uncosted_event_count',
].map((column) => sql.ref(column))
const FIGURES = COLUMNS.map((column) => sql`sum(${column})`)

/** SQL: whether a figure is not zero. */
function isAnyOf(all: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const some = sql.join(
    all.map((figure) => sql`${figure} <> 0`),
    sql` or `,
  )
  return sql`(${some})`
}

const NAMES = JSON.stringify(
  Object.fromEntries(Object.entries(KEPT_KINDS).map(([name, kind]) => [kind, name])),
)
const KIND = sql`(${NAMES}::jsonb ->> kind::text)`

const BY_KIND = [
  'quantity',
  'realised',
  'realised_invoiced',
  'cost',
  'event_count',
  'uncosted_event_count',
].map((column) => sql.ref(column))
const SUMS_BY_KIND = BY_KIND.map((column) => sql`sum(${column})`)

export const KEPT_CUSTOMER_KINDS: Check = {
  name: 'customer_kind_months_equal_months',
  says: 'Realised amounts, units, costs and events of a customer by kind up to each day of a month, of all its earnings',
  compared: (scope) =>
    sql`select count(*) as count from customer_kind_months kept
      where ${own(scope, 'kept')} and ${inWindow(scope, sql`kept.month`)}`,
  find: inSql((scope) => {
    const matches = sql`${own(scope, 'kept')} and ${inWindow(scope, sql`kept.month`)}`
    const place = (day: RawBuilder<unknown>) =>
      sql`concat_ws(' ', ${day}, ${KIND}, nullif(currency, '')) as place`
    const until = SUMS_BY_KIND.map(
      (sums) =>
        sql`sum(${sums}) over (partition by customer_id, month, kind, currency order by day)`,
    )
    return differing(
      sql`select customer_id, ${place(sql`day`)}, ${figures(...until)} as figures
        from (${keptDays(matches)}) days
        group by customer_id, month, kind, currency, day having ${isAnyOf(SUMS_BY_KIND)}`,
      sql`select customer_id, ${place(sql`month + each.day - 1`)},
          ${figures(...BY_KIND.map((column) => sql`coalesce(${column}, 0)`))} as figures
        from customer_kind_months kept
        cross join lateral unnest(days, quantity_until, realised_until, realised_invoiced_until,
          cost_until, event_count_until, uncosted_event_count_until)
          as each (day, quantity, realised, realised_invoiced, cost, event_count, uncosted_event_count)
        where ${matches}`,
    )
  }),
}

/** Days of an organization's rows in a window. */
function organizationDays({ organizationId, window }: Scope): RawBuilder<unknown> {
  const all = sql`organization_id = ${organizationId}`
  if (!window) return all
  return sql`${all} and day >= ${dateText(window.start)}::date and day < ${dateText(window.end)}::date`
}

export const KEPT_ORGANIZATION: Check = {
  name: 'organization_earned_days_equal_months',
  says: 'Earnings and costs of all customers by UTC day, plan, agent and source',
  of: 'organization',
  compared: (scope) =>
    sql`select count(*) as count from organization_earned_days where ${organizationDays(scope)}`,
  find: inSql((scope) => {
    const sums = (days: RawBuilder<unknown>) => sql`
      select null::uuid as customer_id,
        concat_ws(' ', day, ${KIND}, nullif(currency, ''), plan_id, agent_id, source_id, signal_id) as place,
        ${figures(...FIGURES)} as figures
      from ${days} where ${organizationDays(scope)}
      group by day, kind, currency, plan_id, agent_id, source_id, signal_id having ${isAnyOf(FIGURES)}`
    const kept = keptDays(
      sql`kept.organization_id = ${scope.organizationId} and ${inWindow(scope, sql`kept.month`)}`,
    )
    return differing(sums(sql`(${kept}) days`), sums(sql`organization_earned_days`))
  }),
}

/** Months of an organization's rows that a window touches. */
function organizationMonthsIn(scope: Scope): RawBuilder<unknown> {
  return sql`organization_id = ${scope.organizationId} and ${inWindow(scope, sql`month`)}`
}

export const KEPT_ORGANIZATION_MONTHS: Check = {
  name: 'organization_earned_months_equal_days',
  says: 'Earnings and costs of all customers by month are the sums of their days',
  of: 'organization',
  compared: (scope) =>
    sql`select count(*) as count from organization_earned_months where ${organizationMonthsIn(scope)}`,
  find: inSql((scope) => {
    const rows = (months: RawBuilder<unknown>) => sql`
      select null::uuid as customer_id,
        concat_ws(' ', month, ${KIND}, nullif(currency, ''), plan_id, agent_id, source_id, signal_id) as place,
        ${figures(...COLUMNS)} as figures
      from ${months} where ${organizationMonthsIn(scope)} and ${isAnyOf(COLUMNS)}`
    return differing(
      rows(sql`(${organizationMonths(scope.organizationId)}) months`),
      rows(sql`organization_earned_months`),
    )
  }),
}

export const KEPT_ORGANIZATION_DAY_TOTALS: Check = {
  name: 'organization_earned_day_totals_equal_days',
  says: 'Earnings and costs of all customers by UTC day and kind are the sums of their plans, agents and sources',
  of: 'organization',
  compared: (scope) =>
    sql`select count(*) as count from organization_earned_day_totals where ${organizationDays(scope)}`,
  find: inSql((scope) => {
    const rows = (days: RawBuilder<unknown>) => sql`
      select null::uuid as customer_id, concat_ws(' ', day, ${KIND}, nullif(currency, '')) as place,
        ${figures(...COLUMNS)} as figures
      from ${days} where ${organizationDays(scope)} and ${isAnyOf(COLUMNS)}`
    return differing(
      rows(sql`(${organizationDayTotals(scope.organizationId)}) days`),
      rows(sql`organization_earned_day_totals`),
    )
  }),
}

export const KEPT_INVOICED_DAYS: Check = {
  name: 'organization_invoiced_days_equal_months',
  says: 'What finalized invoices billed of each day of all customers, by the day of their finalization',
  of: 'organization',
  compared: (scope) =>
    sql`select count(*) as count from organization_invoiced_days where ${organizationDays(scope)}`,
  find: inSql((scope) => {
    const sums = (days: RawBuilder<unknown>) => sql`
      select null::uuid as customer_id,
        concat_ws(' ', day, 'invoiced on', invoiced_on, nullif(currency, '')) as place,
        ${INVOICED} as figures
      from ${days} where ${organizationDays(scope)}
      group by day, invoiced_on, currency having sum(invoiced) <> 0`
    const kept = keptInvoicedDays(
      sql`kept.organization_id = ${scope.organizationId} and ${inWindow(scope, sql`kept.month`)}`,
    )
    return differing(sums(sql`(${kept}) days`), sums(sql`organization_invoiced_days`))
  }),
}

/** Checks of kept earnings. */
export const EARNING_CHECKS: readonly Check[] = [
  earnedMonths,
  KEPT_CUSTOMERS,
  KEPT_CUSTOMER_KINDS,
  KEPT_INVOICED,
  KEPT_ORGANIZATION,
  KEPT_ORGANIZATION_MONTHS,
  KEPT_ORGANIZATION_DAY_TOTALS,
  KEPT_INVOICED_DAYS,
]
