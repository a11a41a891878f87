import { type RawBuilder, sql } from 'kysely'
import { modelWork } from '../usage/closed-sums/model-work.ts'
import type { ClosedSums } from '../usage/closed-sums/sums.ts'
import { SHARED } from '../usage/closed-sums/work-models.ts'
import { type Check, inSql } from './check.ts'
import {
  differing,
  figures,
  isThere,
  MODEL_FIGURES,
  MODEL_WORK_FIGURES,
  USAGE_FIGURES,
} from './compared.ts'
import type { Scope } from './scope.ts'

const date = (time: number) => sql`${new Date(time).toISOString().slice(0, 10)}::date`

const isMonthly = (table: ClosedSums) => table.endsWith('_months')

/** Returns the first days of the table's closed days or months that lie entirely in the window. */
function closed({ organizationId, window }: Scope, table: ClosedSums): RawBuilder<unknown> {
  const length = isMonthly(table) ? sql`interval '1 month'` : sql`interval '1 day'`
  const within = window
    ? sql`and start >= ${date(window.start)} and (start + ${length})::date <= ${date(window.end)}`
    : sql``
  return sql`select start from closed_sums where organization_id = ${organizationId}
    and sums = ${table} and state = 'ready' ${within}`
}

const own = ({ organizationId, customerIds }: Scope) =>
  sql`customer_id = any(${customerIds}::uuid[]) and organization_id = ${organizationId}`
const ofAll = ({ organizationId }: Scope) => sql`organization_id = ${organizationId}`

const MONTH = sql`date_trunc('month', day::timestamp)::date`
const DAY = sql`(bucket at time zone 'UTC')::date`

const isUsed = sql`having sum(service_count) <> 0 or sum(cost) <> 0`

const count = (table: ClosedSums, scope: Scope, rows: RawBuilder<unknown>) => {
  const time = sql.ref(isMonthly(table) ? 'month' : 'day')
  return sql`select count(*) as count from ${sql.table(table)}
    where ${rows} and ${time} in (${closed(scope, table)})`
}

const organizationMonths: Check = {
  name: 'organization_months_equal_days',
  says: 'The sums of an organization’s days by closed month',
  of: 'organization',
  compared: (scope) => count('organization_months', scope, ofAll(scope)),
  find: inSql((scope) => {
    const sums = (table: RawBuilder<unknown>, month: RawBuilder<unknown>) => sql`
      select null::uuid as customer_id, concat_ws(' ', agent_id, signal_id, ${month}) as place,
        ${figures(...USAGE_FIGURES)} as figures
      from ${table} where ${ofAll(scope)} and ${month} in (${closed(scope, 'organization_months')})
      group by agent_id, signal_id, ${month} ${isThere}`
    return differing(
      sums(sql`organization_days`, MONTH),
      sums(sql`organization_months`, sql`month`),
    )
  }),
}

const organizationModelMonths: Check = {
  name: 'organization_model_months_equal_days',
  says: 'The sums of the models of all customers by closed month',
  of: 'organization',
  compared: (scope) => count('organization_model_months', scope, ofAll(scope)),
  find: inSql((scope) => {
    const months = closed(scope, 'organization_model_months')
    const sums = (table: RawBuilder<unknown>, month: RawBuilder<unknown>) => sql`
      select null::uuid as customer_id, concat_ws(' ', provider, model, ${month}) as place,
        ${figures(...MODEL_FIGURES)} as figures
      from ${table} where ${ofAll(scope)} and ${month} in (${months})
      group by provider, model, ${month} ${isUsed}`
    return differing(
      sums(sql`organization_models`, MONTH),
      sums(sql`organization_model_months`, sql`month`),
    )
  }),
}

const usageMonths: Check = {
  name: 'usage_months_equal_days',
  says: 'The sums of days by closed month',
  compared: (scope) => count('usage_months', scope, own(scope)),
  find: inSql((scope) => {
    const sums = (table: RawBuilder<unknown>, month: RawBuilder<unknown>) => sql`
      select customer_id, concat_ws(' ', agent_id, signal_id, ${month}) as place,
        ${figures(...USAGE_FIGURES, sql`sum(rejected_quantity)`)} as figures
      from ${table} where ${own(scope)} and ${month} in (${closed(scope, 'usage_months')})
      group by customer_id, agent_id, signal_id, ${month} ${isThere}`
    return differing(sums(sql`usage_days`, MONTH), sums(sql`usage_months`, sql`month`))
  }),
}

const customerMonths: Check = {
  name: 'customer_months_equal_days',
  says: 'The sums of a customer’s days by closed month, of all agents and signals',
  compared: (scope) => count('customer_months', scope, own(scope)),
  find: inSql((scope) => {
    const sums = (table: RawBuilder<unknown>, month: RawBuilder<unknown>) => sql`
      select customer_id, ${month}::text as place, ${figures(...USAGE_FIGURES)} as figures
      from ${table} where ${own(scope)} and ${month} in (${closed(scope, 'customer_months')})
      group by customer_id, ${month} ${isThere}`
    return differing(sums(sql`customer_days`, MONTH), sums(sql`customer_months`, sql`month`))
  }),
}

const OF_ALL = sql`null::uuid`

/** Sums models by agent and signal, for each customer or for all customers together. */
function modelSums(
  rows: RawBuilder<unknown>,
  {
    customer,
    time,
    columns = [...MODEL_FIGURES, ...MODEL_WORK_FIGURES],
  }: {
    customer: RawBuilder<unknown>
    time: RawBuilder<unknown>
    columns?: readonly RawBuilder<unknown>[]
  },
): RawBuilder<unknown> {
  return sql`
    select ${customer} as customer_id,
      concat_ws(' ', agent_id, signal_id, provider, model, ${time}) as place,
      ${figures(...columns)} as figures
    from ${rows} group by 1, agent_id, signal_id, provider, model, ${time} ${isUsed}`
}

type Compared = {
  name: string
  says: string
  table: ClosedSums
  /** Source rows that match a condition. */
  from: (matches: RawBuilder<unknown>, scope: Scope) => RawBuilder<unknown>
}

const rowsOf = (table: ClosedSums) => (matches: RawBuilder<unknown>) =>
  sql`${sql.table(table)} where ${matches}`

/** Also filters by `bucket`, which is indexed, so that a window does not read the whole history. */
const workOf: Compared['from'] = (matches, { window }) => {
  const at = (time: number) => sql`${new Date(time)}::timestamptz`
  const within = window
    ? sql`and bucket >= ${at(window.start)} and bucket < ${at(window.end)}`
    : sql``
  return modelWork(sql`${matches} ${within}`)
}

function workModels({ name, says, table, from }: Compared, time: RawBuilder<unknown>): Check {
  const stored = sql.ref(isMonthly(table) ? 'month' : 'day')
  return {
    name,
    says,
    of: 'organization',
    compared: (scope) => count(table, scope, ofAll(scope)),
    find: inSql((scope) => {
      const matches = (at: RawBuilder<unknown>) =>
        sql`${ofAll(scope)} and ${at} in (${closed(scope, table)})`
      return differing(
        modelSums(from(matches(time), scope), { customer: OF_ALL, time }),
        modelSums(rowsOf(table)(matches(stored)), { customer: OF_ALL, time: stored }),
      )
    }),
  }
}

/** Compares the difference of each two consecutive sums to date with the sums of the later day. */
const workModelsToDate: Check = {
  name: 'work_model_to_date_equal_days',
  says: 'The same from the start of the month to the end of a closed UTC day',
  of: 'organization',
  compared: (scope) => count('work_model_to_date', scope, ofAll(scope)),
  find: inSql((scope) => {
    const columns = SHARED.map((column) => sql`sum(${sql.ref(column)})`)
    const sums = (rows: RawBuilder<unknown>) =>
      modelSums(rows, { customer: OF_ALL, time: sql`day`, columns })
    const work = (sign: number) => sql`times.start as day, agent_id, signal_id, provider, model,
      ${sql.join(SHARED.map((column) => sql`${sql.lit(sign)} * ${sql.ref(column)} as ${sql.ref(column)}`))}`
    const closedDays = closed(scope, 'work_model_to_date')
    const all = closed({ ...scope, window: undefined }, 'work_model_to_date')
    const rows = sql`(
      with times as materialized (
        select start, before from (
          select start, lag(start) over (
            partition by date_trunc('month', start::timestamp) order by start) as before
          from (${all}) closed
        ) consecutive
        where start in (${closedDays})
      )
      select ${work(1)} from times join work_model_to_date on ${ofAll(scope)} and day = start
      union all
      select ${work(-1)} from times join work_model_to_date on ${ofAll(scope)} and day = before
    ) differences`
    return differing(
      sums(sql`work_model_days where ${ofAll(scope)} and day in (${closedDays})`),
      sums(rows),
    )
  }),
}

/** Compares only customers, days and months with stored rows; the others have none to compare. */
function customerModels({ name, says, table, from }: Compared, time: RawBuilder<unknown>): Check {
  const customer = sql`customer_id`
  const stored = sql.ref(isMonthly(table) ? 'month' : 'day')
  return {
    name,
    says,
    compared: (scope) => count(table, scope, own(scope)),
    find: inSql((scope) => {
      const kept = rowsOf(table)(sql`${own(scope)} and ${stored} in (${closed(scope, table)})`)
      return differing(
        modelSums(
          from(
            sql`${own(scope)}
              and (customer_id, ${time}) in (select customer_id, ${stored} from ${kept})`,
            scope,
          ),
          { customer, time },
        ),
        modelSums(kept, { customer, time: stored }),
      )
    }),
  }
}

/** Compares the sums of closed days and months with the rows they were computed from. */
export const CLOSED_CHECKS: readonly Check[] = [
  organizationMonths,
  organizationModelMonths,
  usageMonths,
  customerMonths,
  customerModels(
    {
      name: 'customer_model_days_equal_models',
      says: 'Models behind the work of a customer by closed UTC day',
      table: 'customer_model_days',
      from: workOf,
    },
    DAY,
  ),
  customerModels(
    {
      name: 'customer_model_months_equal_days',
      says: 'The same by closed month',
      table: 'customer_model_months',
      from: rowsOf('customer_model_days'),
    },
    MONTH,
  ),
  workModels(
    {
      name: 'work_model_days_equal_models',
      says: 'Models behind the work of all customers by closed UTC day',
      table: 'work_model_days',
      from: workOf,
    },
    DAY,
  ),
  workModelsToDate,
  workModels(
    {
      name: 'work_model_months_equal_days',
      says: 'The same by closed month',
      table: 'work_model_months',
      from: rowsOf('work_model_days'),
    },
    MONTH,
  ),
]
