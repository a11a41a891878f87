import { sql } from 'kysely'
import { type Check, inSql } from './check.ts'
import { differing, figures } from './compared.ts'
import type { Scope } from './scope.ts'

/** Matches the runs of an organization, or those that began in the window. */
function runsIn({ organizationId, window }: Scope) {
  const own = sql`runs.organization_id = ${organizationId}`
  if (!window) return own
  const at = (time: number) => sql`${new Date(time)}::timestamptz`
  return sql`${own} and runs.first_received_at >= ${at(window.start)}
    and runs.first_received_at < ${at(window.end)}`
}

const countRuns = (scope: Scope) =>
  sql`select count(*) as count from trace_runs runs where ${runsIn(scope)}`

/** Every kept span is in one record, or counted as waiting for one. */
const spans: Check = {
  name: 'run_spans_equal_spans',
  says: 'Spans and calls of a run, those that wait for a record, and records without a number',
  of: 'organization',
  compared: countRuns,
  find: inSql((scope) =>
    differing(
      sql`select null::uuid as customer_id, runs.run_id as place,
          ${figures(
            sql`count(spans.span_id)`,
            sql`count(*) filter (where spans.span_id is not null and spans.record_number is null)`,
            sql`count(*) filter (where spans.record_number >= greatest(runs.record_count, 1))`,
          )} as figures
        from trace_runs runs
        left join trace_spans spans
          on spans.organization_id = runs.organization_id and spans.trace_id = runs.trace_id
        where ${runsIn(scope)} and runs.forgotten_at is null
        group by runs.trace_id, runs.run_id`,
      sql`select null::uuid as customer_id, runs.run_id as place,
          ${figures(sql`span_count`, sql`open_span_count + open_call_count`, sql`0`)} as figures
        from trace_runs runs where ${runsIn(scope)} and runs.forgotten_at is null`,
    ),
  ),
}

/** Every record of a run is one event, or waits. An event that moved to its customer counts once. */
const records: Check = {
  name: 'run_records_are_events',
  says: 'Records of a run that are stored, and its events by idempotency key, of which it may have more',
  of: 'organization',
  compared: countRuns,
  find: inSql(
    (scope) => sql`
      with recorded as materialized (
        select runs.run_id, runs.record_count - (
            select count(*) from trace_records records
            where records.organization_id = runs.organization_id
              and records.trace_id = runs.trace_id
          ) as records
        from trace_runs runs where ${runsIn(scope)} and runs.record_count > 0
      ), stored as materialized (
        select run_id, count(distinct idempotency_hash) as events from usage_events
        where organization_id = ${scope.organizationId}
          and run_id in (select run_id from recorded)
        group by run_id
      )
      select null::uuid as customer_id, recorded.run_id as subject,
        recorded.records::text as expected, coalesce(stored.events, 0)::text as actual
      from recorded left join stored using (run_id)
      where coalesce(stored.events, 0) < recorded.records`,
  ),
}

/** Checks that what sources sent of runs is in events, once. */
export const RUN_CHECKS: readonly Check[] = [spans, records]
