import { sql } from 'kysely'
import { runIn, type Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { timestampText } from '../../../platform/values/timestamp-text.ts'
import type { KeptSpan } from './kept-span.ts'

/** Separates texts of one parameter; JSON and names do not contain it. */
const SEPARATOR = '\u0001'

/** How long the worker waits for further spans. */
const QUIET_SECONDS = 10
const OPEN_SECONDS = 15 * 60
const CALL_SECONDS = 3
/** A report reads all open spans of its run, so those of a long run are reported less often. */
const SPANS_REPORTED_A_SECOND = 5_000

/** Returns the runs of these traces that take no more spans, with the reason. */
export async function listClosedToSpans(
  tx: Tx,
  organizationId: string,
  traceIds: readonly string[],
  spansMax: number,
): Promise<Map<string, 'forgotten' | 'full'>> {
  const { rows } = await sql<{ traceId: string; isForgotten: boolean }>`
    select replace(trace_id::text, '-', '') as trace_id,
      forgotten_at is not null as is_forgotten
    from trace_runs
    where organization_id = ${organizationId}
      and trace_id = any(${arrayText(traceIds, (id) => id)}::uuid[])
      and (forgotten_at is not null or span_count >= ${spansMax}::integer)`.execute(tx)
  return new Map(
    rows.map(({ traceId, isForgotten }) => [traceId, isForgotten ? 'forgotten' : 'full']),
  )
}

export type NewSpans = {
  organizationId: string
  /** True if what the runs cost may have to be reported to holds. */
  hasHolds: boolean
  spans: readonly KeptSpan[]
}

/**
 * Inserts spans that are not kept yet, and opens their runs. Rows are written in the order of their
 * keys, so that two requests with the same spans do not deadlock.
 */
export async function insertSpans(
  tx: Tx,
  { organizationId, hasHolds, spans }: NewSpans,
  now: Date,
): Promise<void> {
  const runs = new Map(spans.map(({ traceId, runId }) => [traceId, runId]))
  const runIds = [...runs]
  await runIn(tx)({
    name: 'insert-trace-spans',
    text: INSERT_SPANS,
    values: [
      organizationId,
      now,
      arrayText(spans, ({ traceId }) => traceId),
      arrayText(spans, ({ spanId }) => spanId),
      arrayText(spans, ({ parentSpanId }) => parentSpanId ?? 'null'),
      arrayText(spans, ({ isCall }) => String(isCall)),
      arrayText(spans, ({ hasUsage }) => String(hasUsage)),
      spans.map(({ name }) => name).join(SEPARATOR),
      arrayText(spans, ({ startedAt }) => timestampText(startedAt.getTime())),
      arrayText(spans, ({ endedAt }) => timestampText(endedAt.getTime())),
      arrayText(spans, ({ isError }) => String(isError)),
      spans.map(({ reading }) => (reading ? JSON.stringify(reading) : '')).join(SEPARATOR),
      spans
        .map(({ reading, attributes }) => (reading ? JSON.stringify(attributes) : ''))
        .join(SEPARATOR),
      arrayText(runIds, ([traceId]) => traceId),
      runIds.map(([, runId]) => runId).join(SEPARATOR),
      hasHolds,
    ],
  })
}

const SECONDS = (count: number) => `interval '${count} seconds'`

const INSERT_SPANS = `
  with inserted as (
    insert into trace_spans (organization_id, trace_id, span_id, parent_span_id, is_call, is_counted,
      name, started_at, ended_at, is_error, reading, attributes)
    select $1::uuid, trace_id, span_id, parent_span_id, is_call, has_usage, coalesce(name, ''), started_at, ended_at,
      is_error, nullif(reading, ''), nullif(attributes, '')
    from unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::boolean[], $7::boolean[],
      string_to_array($8::text, chr(1)), $9::timestamptz[], $10::timestamptz[], $11::boolean[],
      string_to_array($12::text, chr(1)), string_to_array($13::text, chr(1)))
      as input (trace_id, span_id, parent_span_id, is_call, has_usage, name, started_at, ended_at,
        is_error, reading, attributes)
    order by trace_id, span_id
    on conflict (organization_id, trace_id, span_id) do nothing
    returning trace_id, is_call, not is_call and parent_span_id is null as is_root
  ), arrived as (
    select trace_id, count(*)::integer as span_count,
      count(*) filter (where is_call)::integer as call_count,
      bool_or(is_root) as has_root
    from inserted group by trace_id
  )
  insert into trace_runs as runs (organization_id, trace_id, run_id, first_received_at,
    last_received_at, opened_at, closes_at, due_at, span_count, open_span_count, open_call_count,
    has_root, report_due_at)
  select $1::uuid, trace_id, named.run_id, $2::timestamptz, $2, $2,
    case when span_count > call_count
      then $2::timestamptz + case when has_root then ${SECONDS(QUIET_SECONDS)} else ${SECONDS(OPEN_SECONDS)} end
    end,
    $2::timestamptz + case when call_count > 0 then ${SECONDS(CALL_SECONDS)}
      when has_root then ${SECONDS(QUIET_SECONDS)} else ${SECONDS(OPEN_SECONDS)} end,
    span_count, span_count - call_count, call_count, has_root,
    case when $16::boolean and span_count > call_count then $2::timestamptz end
  from arrived
  join unnest($14::uuid[], string_to_array($15::text, chr(1))) as named (trace_id, run_id) using (trace_id)
  order by trace_id
  on conflict (organization_id, trace_id) do update set
    last_received_at = greatest(runs.last_received_at, excluded.last_received_at),
    opened_at = coalesce(runs.opened_at, excluded.opened_at),
    closes_at = case when excluded.open_span_count = 0 then runs.closes_at
      when runs.has_root or excluded.has_root then excluded.opened_at + ${SECONDS(QUIET_SECONDS)}
      else coalesce(runs.opened_at, excluded.opened_at) + ${SECONDS(OPEN_SECONDS)} end,
    due_at = least(coalesce(runs.due_at, excluded.due_at),
      case when excluded.open_call_count = 0 and runs.has_root
        then excluded.opened_at + ${SECONDS(QUIET_SECONDS)} else excluded.due_at end),
    span_count = runs.span_count + excluded.span_count,
    open_span_count = runs.open_span_count + excluded.open_span_count,
    open_call_count = runs.open_call_count + excluded.open_call_count,
    has_root = runs.has_root or excluded.has_root,
    report_due_at = coalesce(runs.report_due_at, excluded.report_due_at
      + runs.open_span_count / ${SPANS_REPORTED_A_SECOND} * ${SECONDS(1)})`
