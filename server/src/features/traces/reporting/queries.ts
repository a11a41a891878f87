import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'

export type ReportingRun = {
  organizationId: string
  traceId: string
  runId: string
  /** The customer of the hold to which it was reported before; null: none. */
  holdCustomerId: string | null
}

type RunKey = Pick<ReportingRun, 'organizationId' | 'traceId'>

const COLUMNS = sql`runs.organization_id, runs.trace_id, runs.run_id, runs.hold_customer_id`

/** True while a record of the run is being sent: its cost may or may not be in the hold. */
const IS_SENDING = sql`exists (
  select from trace_records records
  where records.organization_id = runs.organization_id and records.trace_id = runs.trace_id
    and records.due_at is not null
)`

/**
 * Locks runs whose cost is due to be reported, the longest due first; those that another process holds
 * are left to it, and those with a record that is being sent to a later round.
 */
export async function lockDueReports(tx: Tx, limit: number, now: Date): Promise<ReportingRun[]> {
  const { rows } = await sql<ReportingRun>`
    select ${COLUMNS} from trace_runs runs
    where report_due_at <= ${now}::timestamptz and not ${IS_SENDING}
    order by report_due_at limit ${limit}::integer for update skip locked`.execute(tx)
  return rows
}

/**
 * Locks a run whose cost is due to be reported; undefined if another process holds it. While it is
 * locked, its open spans stay open.
 */
export async function lockDueReport(tx: Tx, key: RunKey): Promise<ReportingRun | undefined> {
  const { rows } = await sql<ReportingRun>`
    select ${COLUMNS} from trace_runs runs
    where organization_id = ${key.organizationId} and trace_id = ${key.traceId}
      and report_due_at is not null for update skip locked`.execute(tx)
  return rows[0]
}

/** Returns true while a record of a locked run is being sent. Must follow the lock, to be newer. */
export async function isSending(tx: Tx, key: RunKey): Promise<boolean> {
  const { rows } = await sql<{ isSending: boolean }>`
    select ${IS_SENDING} as is_sending from trace_runs runs
    where organization_id = ${key.organizationId} and trace_id = ${key.traceId}`.execute(tx)
  return rows[0]?.isSending === true
}

/** Notes that nothing is to be reported of runs, until they have a new span. */
export async function finishReports(tx: Tx, runs: readonly RunKey[]): Promise<void> {
  if (runs.length === 0) return
  await sql`
    update trace_runs runs set report_due_at = null
    from unnest(${arrayText(runs, ({ organizationId }) => organizationId)}::uuid[],
      ${arrayText(runs, ({ traceId }) => traceId)}::uuid[]) as keys (organization_id, trace_id)
    where runs.organization_id = keys.organization_id
      and runs.trace_id = keys.trace_id`.execute(tx)
}

/** Notes to whose hold a run was reported. */
export async function finishReport(tx: Tx, key: RunKey, holdCustomerId: string): Promise<void> {
  await tx
    .updateTable('traceRuns')
    .set({ reportDueAt: null, holdCustomerId })
    .where('organizationId', '=', key.organizationId)
    .where('traceId', '=', key.traceId)
    .execute()
}

/** Puts off a report that failed. */
export async function postponeReport(db: Db, key: RunKey, until: Date): Promise<void> {
  await db
    .updateTable('traceRuns')
    .set({ reportDueAt: until })
    .where('organizationId', '=', key.organizationId)
    .where('traceId', '=', key.traceId)
    .where('reportDueAt', 'is not', null)
    .execute()
}
