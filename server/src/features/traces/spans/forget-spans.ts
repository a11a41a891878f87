import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

/** Spans of a run are kept until no new one came for this time. */
export const SPANS_KEPT_DAYS = 7
const DAY_MS = 86_400_000
const RUNS_AT_ONCE = 200

/**
 * Deletes the spans of runs that had no new span for a week, and are recorded. The run itself stays:
 * spans that arrive later cannot be distinguished from repetitions, and are refused.
 */
export async function forgetSpans(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - SPANS_KEPT_DAYS * DAY_MS)
  for (let isEnd = false; !isEnd && !signal?.aborted; ) {
    const count = await db.transaction().execute((tx) => forgetSome(tx, { before, now }))
    isEnd = count < RUNS_AT_ONCE
  }
}

async function forgetSome(tx: Tx, { before, now }: { before: Date; now: Date }): Promise<number> {
  const { rows } = await sql<{ organizationId: string; traceId: string }>`
    select organization_id, trace_id from trace_runs runs
    where last_received_at < ${before}::timestamptz and forgotten_at is null and due_at is null
      and not is_assigning
      and not exists (
        select from trace_records records
        where records.organization_id = runs.organization_id and records.trace_id = runs.trace_id
      )
    order by last_received_at limit ${RUNS_AT_ONCE}::integer for update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const forgotten = sql`unnest(${rows.map(({ organizationId }) => organizationId)}::uuid[],
    ${rows.map(({ traceId }) => traceId)}::uuid[]) as forgotten (organization_id, trace_id)`
  await sql`
    delete from trace_spans spans using ${forgotten}
    where spans.organization_id = forgotten.organization_id
      and spans.trace_id = forgotten.trace_id`.execute(tx)
  // Rules are applied to the attributes of unassigned runs, however old.
  await sql`
    update trace_runs runs set forgotten_at = ${now}::timestamptz, warnings = null,
      attributes = case when customer is null then attributes end
    from ${forgotten}
    where runs.organization_id = forgotten.organization_id
      and runs.trace_id = forgotten.trace_id`.execute(tx)
  return rows.length
}
