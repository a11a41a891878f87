import { sql } from 'kysely'
import { rejected } from '../usage/billable.ts'
import { type Check, inSql } from './check.ts'
import { CLOSED_CHECKS } from './closed-checks.ts'
import { BUCKET, countEvents, differing, eventsIn, figures } from './compared.ts'
import { costs } from './cost-check.ts'
import { holds } from './hold-check.ts'
import { models } from './model-check.ts'
import { otherCosts } from './other-cost-check.ts'
import { RUN_CHECKS } from './run-check.ts'
import { inDays, inScope, type Scope } from './scope.ts'
import { SUMMARY_CHECKS } from './summary-checks.ts'

const buckets = (scope: Scope) => inScope('rollups', scope, sql`rollups.bucket`)
const countBuckets = (scope: Scope) =>
  sql`select count(*) as count from usage_rollups rollups where ${buckets(scope)}`

const quarterHours: Check = {
  name: 'quarter_hours_equal_events',
  says: 'Events, units, rejected events and units, cost and events without a cost, by quarter of an hour',
  compared: countEvents,
  find: inSql((scope) =>
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
        from usage_events events where ${eventsIn(scope)}
        group by customer_id, agent_id, signal_id, ${BUCKET}`,
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, bucket) as place,
          ${figures(...ROLLUP_SUMS)} as figures
        from usage_rollups rollups where ${buckets(scope)}
        group by customer_id, agent_id, signal_id, bucket`,
    ),
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
  find: inSql((scope) =>
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
  ),
}

const modelCosts: Check = {
  name: 'model_costs_equal_events',
  says: 'The costs of all models of a quarter of an hour',
  compared: countEvents,
  find: inSql((scope) =>
    differing(
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, ${BUCKET}) as place,
          ${figures(sql`coalesce(sum(usage_cost), 0)`)} as figures
        from usage_events events where ${eventsIn(scope)}
        group by customer_id, agent_id, signal_id, ${BUCKET}`,
      sql`select customer_id, concat_ws(' ', agent_id, signal_id, bucket) as place,
          ${figures(sql`sum(cost)`)} as figures
        from model_rollups rollups where ${buckets(scope)}
        group by customer_id, agent_id, signal_id, bucket`,
    ),
  ),
}

const inbox: Check = {
  name: 'uncosted_events_are_listed',
  says: 'An event without a cost is listed with what it lacks, and no other is',
  compared: countEvents,
  find: inSql((scope) =>
    differing(
      sql`select customer_id, id::text as place, 'no cost' as figures
        from usage_events events where ${eventsIn(scope)} and usage_cost is null`,
      sql`select customer_id, event_id::text as place, 'no cost' as figures
        from uncosted_services services
        where ${inScope('services', scope, sql`services.usage_date`)}
        group by customer_id, event_id`,
    ),
  ),
}

const rejections: Check = {
  name: 'corrections_equal_events',
  says: 'What was rejected of an event, without what is provisional, is what its corrections say',
  compared: countEvents,
  find: inSql((scope) =>
    differing(
      sql`select customer_id, event_id::text as place, ${figures(sql`-sum(quantity)`)} as figures
        from event_corrections corrections
        where ${inScope('corrections', scope, sql`corrections.usage_date`)}
          and kind in ('rejection', 'restoration')
        group by customer_id, event_id having sum(quantity) <> 0`,
      sql`select customer_id, id::text as place, ${figures(rejected('events'))} as figures
        from usage_events events where ${eventsIn(scope)} and ${rejected('events')} <> 0`,
    ),
  ),
}

const decisions: Check = {
  name: 'rejections_equal_corrections',
  says: 'The rejections of an event that are in force are what its corrections took out of the billed quantity',
  compared: countEvents,
  find: inSql((scope) =>
    differing(
      sql`select customer_id, concat_ws(' ', event_id, id) as place, ${figures(sql`quantity`)} as figures
        from outcome_rejections rejections
        where ${inScope('rejections', scope, sql`rejections.usage_date`)} and state = 'accepted'`,
      sql`select customer_id, concat_ws(' ', event_id, rejection_id) as place,
          ${figures(sql`-sum(quantity)`)} as figures
        from event_corrections corrections
        where ${inScope('corrections', scope, sql`corrections.usage_date`)}
          and kind in ('rejection', 'restoration')
        group by customer_id, event_id, rejection_id having sum(quantity) <> 0`,
    ),
  ),
}

const provisional: Check = {
  name: 'provisional_outcomes_equal_events',
  says: 'An event with an open settlement window is listed with its provisional units, and no other is',
  compared: countEvents,
  find: inSql((scope) =>
    differing(
      sql`select customer_id, event_id::text as place,
          ${figures(sql`quantity`, sql`extract(epoch from settles_at)`)} as figures
        from provisional_outcomes outcomes
        where ${inScope('outcomes', scope, sql`outcomes.usage_date`)}`,
      sql`select customer_id, id::text as place,
          ${figures(sql`provisional_quantity`, sql`extract(epoch from settles_at)`)} as figures
        from usage_events events
        where ${eventsIn(scope)} and (provisional_quantity is not null or settles_at is not null)`,
    ),
  ),
}

const settlements: Check = {
  name: 'settlements_equal_records',
  says: 'What settled of an event, and what is still provisional, is what was recorded',
  compared: countEvents,
  find: inSql((scope) =>
    differing(
      sql`select outcomes.customer_id, outcomes.event_id::text as place,
          ${figures(sql`settled`)} as figures
        from (
          select customer_id, event_id, usage_date, sum(quantity) as settled from (
            select customer_id, event_id, usage_date, quantity from event_corrections corrections
            where ${inScope('corrections', scope, sql`corrections.usage_date`)}
              and kind = 'settlement'
            union all
            select customer_id, event_id, usage_date, quantity from provisional_outcomes outcomes
            where ${inScope('outcomes', scope, sql`outcomes.usage_date`)}
          ) parts
          group by customer_id, event_id, usage_date
        ) outcomes`,
      sql`select events.customer_id, events.id::text as place,
          ${figures(sql`coalesce((events.payload::json ->> 'quantity')::numeric, 1)`)} as figures
        from usage_events events
        join (
          select customer_id, event_id from event_corrections corrections
          where ${inScope('corrections', scope, sql`corrections.usage_date`)} and kind = 'settlement'
          union
          select customer_id, event_id from provisional_outcomes outcomes
          where ${inScope('outcomes', scope, sql`outcomes.usage_date`)}
        ) known on known.customer_id = events.customer_id and known.event_id = events.id
        where ${eventsIn(scope)}`,
    ),
  ),
}

const amendments: Check = {
  name: 'amendments_equal_events',
  says: 'The quantity and cost of an event are those of its last amendment, and differ from the record by all of them',
  compared: countEvents,
  find: inSql((scope) =>
    differing(
      sql`select customer_id, events.id::text as place, ${figures(
        sql`coalesce((events.payload::json ->> 'quantity')::numeric, 1)`,
        sql`events.quantity`,
        sql`events.usage_cost`,
      )} as figures
        from usage_events events where ${eventsIn(scope)} and corrected_at is not null`,
      sql`select amended.customer_id, event_id::text as place, ${figures(
        sql`last_quantity - differences`,
        sql`last_quantity`,
        // A cost that was not known then may be known now, which is not a correction.
        sql`coalesce(last_cost, events.usage_cost)`,
      )} as figures
        from (
          select customer_id, event_id, usage_date, sum(quantity) as differences,
            (array_agg(quantity_after order by number desc))[1] as last_quantity,
            (array_agg(cost_after order by number desc))[1] as last_cost
          from event_corrections corrections
          where ${inScope('corrections', scope, sql`corrections.usage_date`)}
            and kind in ('void', 'amend', 'recost')
          group by customer_id, event_id, usage_date
          having bool_or(kind <> 'recost')
        ) amended
        left join usage_events events on events.customer_id = amended.customer_id
          and events.usage_date = amended.usage_date and events.id = amended.event_id`,
    ),
  ),
}

const recosts: Check = {
  name: 'recosts_equal_events',
  says: 'An event that was priced again has the cost and prices of its last correction, and each recost begins with the cost before it',
  compared: countEvents,
  find: inSql((scope) =>
    differing(
      sql`select recosted.customer_id, event_id::text as place,
          ${figures(
            // Without the cost of a correction that did not know it.
            sql`coalesce(last_cost, events.usage_cost)`,
            sql`coalesce((last_prices <> events.prices)::int, 0)`,
            sql`breaks`,
          )} as figures
        from (
          select customer_id, event_id, usage_date,
            (array_agg(cost_after order by number desc))[1] as last_cost,
            (array_agg(prices_after order by number desc))[1] as last_prices,
            count(*) filter (where kind = 'recost' and cost_before <> former_cost) as breaks
          from (
            select corrections.*, lag(cost_after) over (
              partition by customer_id, event_id order by number
            ) as former_cost
            from event_corrections corrections
            where ${inScope('corrections', scope, sql`corrections.usage_date`)}
              and number is not null
          ) numbered
          group by customer_id, event_id, usage_date having bool_or(kind = 'recost')
        ) recosted
        left join usage_events events on events.customer_id = recosted.customer_id
          and events.usage_date = recosted.usage_date and events.id = recosted.event_id`,
      sql`select events.customer_id, events.id::text as place,
          ${figures(sql`events.usage_cost`, sql`0`, sql`0`)} as figures
        from usage_events events
        join (
          select distinct customer_id, event_id, usage_date from event_corrections corrections
          where ${inScope('corrections', scope, sql`corrections.usage_date`)} and kind = 'recost'
        ) recosted on events.customer_id = recosted.customer_id
          and events.usage_date = recosted.usage_date and events.id = recosted.event_id
        where ${eventsIn(scope)}`,
    ),
  ),
}

/** Checks of the sums computed from events. */
export const ROLLUP_CHECKS: readonly Check[] = [
  quarterHours,
  days,
  models,
  modelCosts,
  otherCosts,
  holds,
  ...SUMMARY_CHECKS,
  ...CLOSED_CHECKS,
]
export const USAGE_CHECKS: readonly Check[] = [
  ...ROLLUP_CHECKS,
  inbox,
  rejections,
  decisions,
  provisional,
  settlements,
  amendments,
  recosts,
  costs,
  ...RUN_CHECKS,
]
