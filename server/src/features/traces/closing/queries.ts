import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'

export type DueRun = {
  organizationId: string
  traceId: string
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

export type StoredLink = {
  spanId: string
  parentSpanId: string | null
  isCounted: boolean
  isRecorded: boolean
}

type RunKey = Pick<DueRun, 'organizationId' | 'traceId'>

/** Returns the structure of a trace: all its spans, without calls. */
export async function listLinks(tx: Tx, run: RunKey): Promise<StoredLink[]> {
  const { rows } = await sql<StoredLink>`
    select span_id, parent_span_id, is_counted, record_number is not null as is_recorded
    from trace_spans
    where organization_id = ${run.organizationId} and trace_id = ${run.traceId} and not is_call`.execute(
    tx,
  )
  return rows
}

export type OpenSpan = {
  spanId: string
  isRoot: boolean
  name: string
  startedAt: Date
  endedAt: Date
  isError: boolean
  reading: string
  attributes: string
}

/** Returns a page of the spans or calls of a run that no record has, without those that only connect. */
export async function listOpenSpans(
  tx: Tx,
  run: RunKey,
  { isCall, after, limit }: { isCall: boolean; after: string | undefined; limit: number },
): Promise<OpenSpan[]> {
  const { rows } = await sql<OpenSpan>`
    select span_id, parent_span_id is null as is_root, name, started_at, ended_at, is_error, reading,
      coalesce(attributes, '{}') as attributes
    from trace_spans
    where organization_id = ${run.organizationId} and trace_id = ${run.traceId}
      and record_number is null and is_call = ${isCall}::boolean and reading is not null
      ${after === undefined ? sql`` : sql`and span_id > ${after}::bigint`}
    order by span_id limit ${limit}::integer`.execute(tx)
  return rows
}

/** Assigns all open spans of a trace to a record; `uncounted` are those whose usage does not count. */
export async function closeSpans(
  tx: Tx,
  run: RunKey,
  { recordNumber, uncounted }: { recordNumber: number; uncounted: readonly string[] },
): Promise<void> {
  const { organizationId, traceId } = run
  if (uncounted.length > 0) {
    await sql`
      update trace_spans set is_counted = false
      where organization_id = ${organizationId} and trace_id = ${traceId}
        and span_id = any(${arrayText(uncounted, (id) => id)}::bigint[])`.execute(tx)
  }
  await sql`
    update trace_spans set record_number = ${recordNumber}::integer
    where organization_id = ${organizationId} and trace_id = ${traceId}
      and record_number is null and not is_call`.execute(tx)
}

/** Assigns calls to their records. */
export async function closeCalls(
  tx: Tx,
  run: RunKey,
  calls: readonly { spanId: string; recordNumber: number }[],
): Promise<void> {
  if (calls.length === 0) return
  await sql`
    update trace_spans spans set record_number = input.record_number
    from unnest(${arrayText(calls, ({ spanId }) => spanId)}::bigint[],
      ${arrayText(calls, ({ recordNumber }) => String(recordNumber))}::integer[])
      as input (span_id, record_number)
    where organization_id = ${run.organizationId} and trace_id = ${run.traceId}
      and spans.span_id = input.span_id`.execute(tx)
}

/** Deletes a run that has nothing to record, with its spans. */
export async function deleteRun(tx: Tx, { organizationId, traceId }: RunKey): Promise<void> {
  await sql`
    delete from trace_spans where organization_id = ${organizationId} and trace_id = ${traceId}`.execute(
    tx,
  )
  await sql`
    delete from trace_runs where organization_id = ${organizationId} and trace_id = ${traceId}`.execute(
    tx,
  )
}

/** Adds records, which wait until they are stored as events. */
export async function insertRecords(
  tx: Tx,
  run: RunKey,
  records: readonly { number: number; record: string }[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return
  await sql`
    insert into trace_records (organization_id, trace_id, number, record, created_at, due_at)
    select ${run.organizationId}::uuid, ${run.traceId}::uuid, number, record, ${now}::timestamptz, ${now}
    from unnest(${records.map(({ number }) => number)}::integer[],
      ${records.map(({ record }) => record)}::text[]) as input (number, record)`.execute(tx)
}

export type ClosedRun = Pick<
  DueRun,
  | 'closesAt'
  | 'openedAt'
  | 'openSpanCount'
  | 'openCallCount'
  | 'recordCount'
  | 'hasOutcome'
  | 'customer'
  | 'agent'
  | 'signal'
  | 'quantity'
  | 'name'
  | 'startedAt'
  | 'endedAt'
  | 'isError'
  | 'attributes'
  | 'warnings'
> & { dueAt: Date | null; isAssigning: boolean }

export async function updateRun(
  tx: Tx,
  { organizationId, traceId }: RunKey,
  { isAssigning, ...closed }: ClosedRun,
): Promise<void> {
  await tx
    .updateTable('traceRuns')
    .set({ ...closed, ...(isAssigning && { isAssigning }) })
    .where('organizationId', '=', organizationId)
    .where('traceId', '=', traceId)
    .execute()
}
