import { sql } from 'kysely'
import { type Check, inSql } from './check.ts'
import { inScope, type Scope } from './scope.ts'

const holdsIn = (scope: Scope) => inScope('holds', scope, sql`holds.created_at`)

/**
 * Events of a run that were received around the time at which its hold was stored may or may not
 * count in it: they may have been recorded before, and processes have different clocks.
 */
const UNSURE_BEFORE = sql`interval '1 minute'`
const UNSURE_AFTER = sql`interval '1 second'`

/** Compares what a hold used with the cost of the events of its run since the hold. */
export const holds: Check = {
  name: 'holds_equal_events',
  says: 'Cost and events without a cost of the run of each hold, since the hold was made',
  compared: (scope) =>
    sql`select count(*) as count from control_holds holds where ${holdsIn(scope)}`,
  find: inSql(
    (scope) => sql`
      select sums.customer_id, sums.id::text as subject,
        concat_ws(' / ', trim_scale(sums.expected_cost), sums.expected_events) as expected,
        concat_ws(' / ', trim_scale(sums.used_cost), sums.uncosted_event_count) as actual
      from (
        select holds.customer_id, holds.id, holds.used_cost, holds.uncosted_event_count,
          least(greatest(holds.used_cost, events.sure_cost), events.all_cost) as expected_cost,
          least(greatest(holds.uncosted_event_count, events.sure_events), events.all_events)
            as expected_events
        from control_holds holds
        cross join lateral (
          select coalesce(sum(usage_cost), 0) as all_cost,
            coalesce(sum(usage_cost) filter (where is_sure), 0) as sure_cost,
            count(*) filter (where usage_cost is null) as all_events,
            count(*) filter (where usage_cost is null and is_sure) as sure_events
          from (
            select usage_cost, created_at < holds.created_at - ${UNSURE_BEFORE} as is_before,
              created_at >= holds.created_at + ${UNSURE_AFTER} as is_sure
            from usage_events events
            where events.customer_id = holds.customer_id and events.run_id = holds.run_id
          ) of_run where not is_before
        ) events
        where ${holdsIn(scope)}
      ) sums
      where sums.used_cost <> sums.expected_cost
        or sums.uncosted_event_count <> sums.expected_events`,
  ),
}
