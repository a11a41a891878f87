import { type RawBuilder, sql } from 'kysely'
import { type Check, inSql } from './check.ts'
import { differing, figures, isThere, MODEL_FIGURES, USAGE_FIGURES } from './compared.ts'
import { inDays, type Scope } from './scope.ts'

const SUMS = figures(...USAGE_FIGURES)

const customers: Check = {
  name: 'customer_days_equal_days',
  says: 'Events, units, cost and events without a cost of a customer by UTC day, of all agents and signals',
  compared: (scope) =>
    sql`select count(*) as count from usage_days days where ${inDays('days', scope)}`,
  find: inSql((scope) => {
    const days = (table: RawBuilder<unknown>) => sql`
      select customer_id, day::text as place, ${SUMS} as figures
      from ${table} days where ${inDays('days', scope)} group by customer_id, day ${isThere}`
    return differing(days(sql`usage_days`), days(sql`customer_days`))
  }),
}

/** Matches the organization's days, or those in the window. */
function organizationDays({ organizationId, window }: Scope, day: RawBuilder<unknown>) {
  const own = sql`organization_id = ${organizationId}`
  if (!window) return own
  const date = (time: number) => sql`${new Date(time).toISOString().slice(0, 10)}::date`
  return sql`${own} and ${day} >= ${date(window.start)} and ${day} < ${date(window.end)}`
}

const organizations: Check = {
  name: 'organization_days_equal_days',
  says: 'The same sums of all customers by UTC day, agent and signal',
  of: 'organization',
  compared: (scope) =>
    sql`select count(*) as count from organization_days
      where ${organizationDays(scope, sql`day`)}`,
  find: inSql((scope) => {
    const days = (table: RawBuilder<unknown>) => sql`
      select null::uuid as customer_id, concat_ws(' ', agent_id, signal_id, day) as place,
        ${SUMS} as figures
      from ${table} where ${organizationDays(scope, sql`day`)}
      group by agent_id, signal_id, day ${isThere}`
    return differing(days(sql`usage_days`), days(sql`organization_days`))
  }),
}

const models: Check = {
  name: 'organization_models_equal_models',
  says: 'Uses, tokens of each kind, units and cost of all customers by UTC day and model',
  of: 'organization',
  compared: (scope) =>
    sql`select count(*) as count from organization_models
      where ${organizationDays(scope, sql`day`)}`,
  find: inSql((scope) => {
    const isUsed = sql`having sum(service_count) <> 0 or sum(cost) <> 0`
    const sums = (table: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`
      select null::uuid as customer_id, concat_ws(' ', provider, model, ${day}) as place,
        ${figures(...MODEL_FIGURES)} as figures
      from ${table} where ${organizationDays(scope, day)} group by provider, model, ${day} ${isUsed}`
    const dayOf = sql`(bucket at time zone 'UTC')::date`
    return differing(sums(sql`model_rollups`, dayOf), sums(sql`organization_models`, sql`day`))
  }),
}

/**
 * Checks of the totals computed from days and models, which make whole organizations fast to read.
 */
export const SUMMARY_CHECKS: readonly Check[] = [customers, organizations, models]
