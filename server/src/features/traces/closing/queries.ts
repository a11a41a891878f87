import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'

/** The primary key of a run. */
export type RunKey = { organizationId: string; traceId: string }

export type DueRun = RunKey & {
  runId: string
  lastReceivedAt: Date
  openedAt: Date | null
  closesAt: Date | null
  spanCount: number
  openSpanCount: number
  openCallCount: number
  recordCount: number
  hasOutcome: boolean
  customer: string | null
  agent: string | null
  signal: string | null
  /** Decimal text of an integer. */
  quantity: string | null
  name: string | null
  startedAt: Date | null
  endedAt: Date | null
  isError: boolean
  attributes: string | null
  warnings: string | null
}

/**
 * Locks runs that are due, the longest due first; runs that another process holds are left to it.
 */
export async function lockDueRuns(tx: Tx, limit: number, now: Date): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select organization_id, trace_id, run_id, last_received_at, opened_at, closes_at, span_count,
      open_span_count, open_call_count, record_count, has_outcome, customer, agent, signal, quantity,
      name, started_at, ended_at, is_error, attributes, warnings
    from trace_runs where due_at <= ${now}::timestamptz
    order by due_at limit ${limit}::integer for update skip locked`.execute(tx)
  return rows
}

export type StoredLink = RunKey & {
  spanId: string
  parentSpanId: string | null
  isCounted: boolean
  isRecorded: boolean
}

const organizations = (keys: readonly RunKey[]) =>
  sql`${arrayText(keys, ({ organizationId }) => organizationId)}::uuid[]`
const traces = (keys: readonly RunKey[]) =>
  sql`${arrayText(keys, ({ traceId }) => traceId)}::uuid[]`

const isOneOf = (table: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('organization_id')} = keys.organization_id
    and ${column('trace_id')} = keys.trace_id`
}

/** Returns the structure of traces: all their spans, without calls. */
export async function listLinks(tx: Tx, runs: readonly RunKey[]): Promise<StoredLink[]> {
  if (runs.length === 0) return []
  const { rows } = await sql<StoredLink>`
    select spans.organization_id, spans.trace_id, span_id, parent_span_id, is_counted,
      record_number is not null as is_recorded
    from unnest(${organizations(runs)}, ${traces(runs)}) as keys (organization_id, trace_id)
    join trace_spans spans on ${isOneOf('spans')} and not spans.is_call`.execute(tx)
  return rows
}

export type OpenSpan = RunKey & {
  spanId: string
  isCall: boolean
  isRoot: boolean
  name: string
  startedAt: Date
  endedAt: Date
  isError: boolean
  reading: string
  attributes: string
}

/**
 * Returns a page of the calls of runs, and of the spans of those that close, that no record has;
 * without spans that only connect others.
 */
export async function listOpenSpans(
  tx: Tx,
  runs: readonly (RunKey & { isClosing: boolean })[],
  { after, limit }: { after: OpenSpan | undefined; limit: number },
): Promise<OpenSpan[]> {
  const { rows } = await sql<OpenSpan>`
    select spans.organization_id, spans.trace_id, span_id, is_call,
      not is_call and parent_span_id is null as is_root, name, started_at, ended_at, is_error, reading,
      coalesce(attributes, '{}') as attributes
    from unnest(${organizations(runs)}, ${traces(runs)},
      ${arrayText(runs, ({ isClosing }) => String(isClosing))}::boolean[])
      as keys (organization_id, trace_id, is_closing)
    join trace_spans spans on ${isOneOf('spans')}
    where record_number is null and reading is not null and (is_call or keys.is_closing)
      ${after === undefined ? sql`` : isAfter(after)}
    order by spans.organization_id, spans.trace_id, span_id limit ${limit}::integer`.execute(tx)
  return rows
}

function isAfter({ organizationId, traceId, spanId }: OpenSpan): RawBuilder<unknown> {
  return sql`and (spans.organization_id, spans.trace_id, span_id)
    > (${organizationId}::uuid, ${traceId}::uuid, ${spanId}::bigint)`
}

export type SpanKey = RunKey & { spanId: string }

/** Notes spans whose usage does not count. */
export async function markUncounted(tx: Tx, spans: readonly SpanKey[]): Promise<void> {
  if (spans.length === 0) return
  await sql`
    update trace_spans spans set is_counted = false
    from unnest(${organizations(spans)}, ${traces(spans)},
      ${arrayText(spans, ({ spanId }) => spanId)}::bigint[]) as keys (organization_id, trace_id, span_id)
    where ${isOneOf('spans')} and spans.span_id = keys.span_id`.execute(tx)
}

/** Assigns all open spans of traces to a record each. */
export async function closeSpans(
  tx: Tx,
  runs: readonly (RunKey & { recordNumber: number })[],
): Promise<void> {
  if (runs.length === 0) return
  await sql`
    update trace_spans spans set record_number = keys.record_number
    from unnest(${organizations(runs)}, ${traces(runs)},
      ${arrayText(runs, ({ recordNumber }) => String(recordNumber))}::integer[])
      as keys (organization_id, trace_id, record_number)
    where ${isOneOf('spans')} and spans.record_number is null and not spans.is_call`.execute(tx)
}

/** Assigns calls to their records. */
export async function closeCalls(
  tx: Tx,
  calls: readonly (SpanKey & { recordNumber: number })[],
): Promise<void> {
  if (calls.length === 0) return
  await sql`
    update trace_spans spans set record_number = keys.record_number
    from unnest(${organizations(calls)}, ${traces(calls)},
      ${arrayText(calls, ({ spanId }) => spanId)}::bigint[],
      ${arrayText(calls, ({ recordNumber }) => String(recordNumber))}::integer[])
      as keys (organization_id, trace_id, span_id, record_number)
    where ${isOneOf('spans')} and spans.span_id = keys.span_id`.execute(tx)
}

/** Deletes runs that have nothing to record, with their spans. */
export async function deleteRuns(tx: Tx, runs: readonly RunKey[]): Promise<void> {
  if (runs.length === 0) return
  const keys = sql`unnest(${organizations(runs)}, ${traces(runs)}) as keys (organization_id, trace_id)`
  await sql`delete from trace_spans spans using ${keys} where ${isOneOf('spans')}`.execute(tx)
  await sql`delete from trace_runs runs using ${keys} where ${isOneOf('runs')}`.execute(tx)
}

export type NewRecord = RunKey & { number: number; record: string }

/** Adds records, which wait until they are stored as events. */
export async function insertRecords(
  tx: Tx,
  records: readonly NewRecord[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return
  await sql`
    insert into trace_records (organization_id, trace_id, number, record, created_at, due_at)
    select organization_id, trace_id, number, record, ${now}::timestamptz, ${now}
    from unnest(${organizations(records)}, ${traces(records)},
      ${arrayText(records, ({ number }) => String(number))}::integer[],
      ${records.map(({ record }) => record)}::text[])
      as input (organization_id, trace_id, number, record)`.execute(tx)
}

export type ClosedRun = Omit<DueRun, 'runId' | 'lastReceivedAt' | 'spanCount'> & {
  dueAt: Date | null
  isAssigning: boolean
}

/** Stores what follows of runs. What spans reported to a hold is reported again: events have it. */
export async function updateRuns(tx: Tx, runs: readonly ClosedRun[], now: Date): Promise<void> {
  if (runs.length === 0) return
  const list = <Value>(pick: (run: ClosedRun) => Value) => runs.map(pick)
  await sql`
    update trace_runs runs set
      opened_at = keys.opened_at, closes_at = keys.closes_at, due_at = keys.due_at,
      open_span_count = keys.open_span_count, open_call_count = keys.open_call_count,
      record_count = keys.record_count, has_outcome = keys.has_outcome, customer = keys.customer,
      agent = keys.agent, signal = keys.signal, quantity = keys.quantity, name = keys.name,
      started_at = keys.started_at, ended_at = keys.ended_at, is_error = keys.is_error,
      attributes = keys.attributes, warnings = keys.warnings,
      is_assigning = runs.is_assigning or keys.is_assigning,
      report_due_at = case when runs.hold_customer_id is null then runs.report_due_at
        else coalesce(runs.report_due_at, ${now}::timestamptz) end
    from unnest(${organizations(runs)}, ${traces(runs)},
      ${list((run) => run.openedAt)}::timestamptz[], ${list((run) => run.closesAt)}::timestamptz[],
      ${list((run) => run.dueAt)}::timestamptz[], ${list((run) => run.openSpanCount)}::integer[],
      ${list((run) => run.openCallCount)}::integer[], ${list((run) => run.recordCount)}::integer[],
      ${list((run) => run.hasOutcome)}::boolean[], ${list((run) => run.customer)}::text[],
      ${list((run) => run.agent)}::text[], ${list((run) => run.signal)}::text[],
      ${list((run) => run.quantity)}::bigint[], ${list((run) => run.name)}::text[],
      ${list((run) => run.startedAt)}::timestamptz[], ${list((run) => run.endedAt)}::timestamptz[],
      ${list((run) => run.isError)}::boolean[], ${list((run) => run.attributes)}::text[],
      ${list((run) => run.warnings)}::text[], ${list((run) => run.isAssigning)}::boolean[])
      as keys (organization_id, trace_id, opened_at, closes_at, due_at, open_span_count,
        open_call_count, record_count, has_outcome, customer, agent, signal, quantity, name, started_at,
        ended_at, is_error, attributes, warnings, is_assigning)
    where ${isOneOf('runs')}`.execute(tx)
}
