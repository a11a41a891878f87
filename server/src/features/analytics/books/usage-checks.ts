import { type RawBuilder, sql } from 'kysely'
import { inDays, inScope, type Scope } from './scope.ts'

/**
 * What must be equal, as a query for the rows that differ: whose it is, what it is, what it should be
 * and what it is stored as. `compared` counts what was looked at.
 */
export type Check = {
  name: string
  says: string
  differences: (scope: Scope) => RawBuilder<unknown>
  compared: (scope: Scope) => RawBuilder<unknown>
}

const events = (scope: Scope) => inScope('events', scope, sql`events.usage_date`)
const buckets = (scope: Scope) => inScope('rollups', scope, sql`rollups.bucket`)
const countEvents = (scope: Scope) =>
  sql`select count(*) as count from usage_events events where ${events(scope)}`
const countBuckets = (scope: Scope) =>
  sql`select count(*) as count from usage_rollups rollups where ${buckets(scope)}`

const BUCKET = sql`date_bin('15 minutes', events.usage_date, timestamptz '2000-01-01 00:00Z')`

/** Rows of `stored` and `implied` by the same place, where their figures are not the same. */
const differing = (implied: RawBuilder<unknown>, stored: RawBuilder<unknown>) => sql`
  with implied as materialized (${implied}), stored as materialized (${stored})
  select coalesce(implied.customer_id, stored.customer_id) as customer_id,
    coalesce(implied.place, stored.place) as subject,
    coalesce(implied.figures, 'nothing') as expected, coalesce(stored.figures, 'nothing') as actual
  from implied full join stored
    on stored.customer_id = implied.customer_id and stored.place = implied.place
  where implied.figures is distinct from stored.figures`

/** Figures as one text that does not depend on how many zeros a number was stored with. */
const figures = (...columns: RawBuilder<unknown>[]) =>
  sql`concat_ws(' / ', ${sql.join(columns.map((column) => sql`trim_scale((${column})::numeric)`))})`

/** Without figures a row may be there or not: costs that came later were taken away again. */
const notNothing = sql`having count(*) > 0`

const quarterHours: Check = {
  name: 'quarter_hours_equal_events',
  says: 'Events, units, rejected events and units, cost and events without a cost, by quarter of an hour',
  compared: countEvents,
  differences: (scope) =>
    differing(
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, ${BUCKET}) as place,
          ${figures(
            sql`count(*)`,
            sql`sum(quantity)`,
            sql`count(*) filter (where rejected_quantity > 0)`,
            sql`sum(rejected_quantity)`,
            sql`coalesce(sum(usage_cost), 0)`,
            sql`count(*) filter (where usage_cost is null)`,
          )} as figures
        from usage_events events where ${events(scope)}
        group by customer_id, agent_id, signal_id, ${BUCKET}`,
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, bucket) as place,
          ${figures(...ROLLUP_SUMS)} as figures
        from usage_rollups rollups where ${buckets(scope)}
        group by customer_id, agent_id, signal_id, bucket`,
    ),
}

const ROLLUP_SUMS = [
  sql`sum(event_count)`,
  sql`sum(quantity)`,
  sql`sum(rejected_event_count)`,
  sql`sum(rejected_quantity)`,
  sql`sum(cost)`,
  sql`sum(uncosted_event_count)`,
]

const days: Check = {
  name: 'days_equal_quarter_hours',
  says: 'The same sums by UTC day',
  compared: countBuckets,
  differences: (scope) =>
    differing(
      sql`select customer_id,
          concat_ws(' ', agent_id, signal_id, (bucket at time zone 'UTC')::date) as place,
          ${figures(...ROLLUP_SUMS)} as figures
        from usage_rollups rollups where ${buckets(scope)}
        group by customer_id, agent_id, signal_id, (bucket at time zone 'UTC')::date`,
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, day) as place,
          ${figures(...ROLLUP_SUMS)} as figures
        from usage_days days where ${inDays('days', scope)}
        group by customer_id, agent_id, signal_id, day`,
    ),
}

const models: Check = {
  name: 'models_equal_events',
  says: 'Uses, tokens of each kind and units by model and quarter of an hour',
  compared: countEvents,
  differences: (scope) =>
    differing(
      sql`select customer_id,
          concat_ws(' ', agent_id, signal_id, ${BUCKET}, service ->> 'modelProvider',
            service ->> 'model') as place,
          ${figures(
            sql`count(*)`,
            ...[
              'inputTokens',
              'outputTokens',
              'cacheReadTokens',
              'cacheWriteTokens',
              'quantity',
            ].map((field) => sql`sum(coalesce((service ->> ${sql.lit(field)})::numeric, 0))`),
          )} as figures
        from usage_events events cross join json_array_elements(events.services) service
        where ${events(scope)}
        group by customer_id, agent_id, signal_id, ${BUCKET}, service ->> 'modelProvider',
          service ->> 'model'`,
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, bucket, provider, model) as place,
          ${figures(
            sql`sum(service_count)`,
            sql`sum(input_tokens)`,
            sql`sum(output_tokens)`,
            sql`sum(cache_read_tokens)`,
            sql`sum(cache_write_tokens)`,
            sql`sum(quantity)`,
          )} as figures
        from model_rollups rollups where ${buckets(scope)}
        group by customer_id, agent_id, signal_id, bucket, provider, model ${notNothing}`,
    ),
}

const modelCosts: Check = {
  name: 'model_costs_equal_events',
  says: 'The costs of all models of a quarter of an hour',
  compared: countEvents,
  differences: (scope) =>
    differing(
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, ${BUCKET}) as place,
          ${figures(sql`coalesce(sum(usage_cost), 0)`)} as figures
        from usage_events events where ${events(scope)}
        group by customer_id, agent_id, signal_id, ${BUCKET}`,
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, bucket) as place,
          ${figures(sql`sum(cost)`)} as figures
        from model_rollups rollups where ${buckets(scope)}
        group by customer_id, agent_id, signal_id, bucket`,
    ),
}

const inbox: Check = {
  name: 'uncosted_events_are_listed',
  says: 'An event without a cost is listed with what it lacks, and no other is',
  compared: countEvents,
  differences: (scope) =>
    differing(
      sql`select customer_id, id::text as place, 'no cost' as figures
        from usage_events events where ${events(scope)} and usage_cost is null`,
      sql`select customer_id, event_id::text as place, 'no cost' as figures
        from uncosted_services services
        where ${inScope('services', scope, sql`services.usage_date`)}
        group by customer_id, event_id`,
    ),
}

const corrections: Check = {
  name: 'corrections_equal_events',
  says: 'What was rejected of an event is what its corrections say',
  compared: countEvents,
  differences: (scope) =>
    differing(
      sql`select customer_id, event_id::text as place, ${figures(sql`-sum(quantity)`)} as figures
        from event_corrections corrections
        where ${inScope('corrections', scope, sql`corrections.usage_date`)}
        group by customer_id, event_id having sum(quantity) <> 0`,
      sql`select customer_id, id::text as place, ${figures(sql`rejected_quantity`)} as figures
        from usage_events events where ${events(scope)} and rejected_quantity <> 0`,
    ),
}

/** What is added up of events. */
export const ROLLUP_CHECKS: readonly Check[] = [quarterHours, days, models, modelCosts]
export const USAGE_CHECKS: readonly Check[] = [...ROLLUP_CHECKS, inbox, corrections]
