import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

export type WaitingRecord = {
  organizationId: string
  traceId: string
  number: number
  record: string
  /** The external id of the run's customer; null: not known. */
  customer: string | null
}

/** A record that is taken is due again after this time, should its process die. */
const LEASE = sql`interval '30 seconds'`

/** Takes records that are due; another process takes others. */
export async function takeRecords(db: Db, limit: number, now: Date): Promise<WaitingRecord[]> {
  const { rows } = await sql<WaitingRecord>`
    with due as (
      select organization_id, trace_id, number from trace_records
      where due_at <= ${now}::timestamptz
      order by due_at limit ${limit}::integer for update skip locked
    )
    update trace_records records
    set due_at = ${now}::timestamptz + ${LEASE}, attempts = attempts + 1
    from due, trace_runs runs
    where records.organization_id = due.organization_id and records.trace_id = due.trace_id
      and records.number = due.number
      and runs.organization_id = due.organization_id and runs.trace_id = due.trace_id
    returning records.organization_id, records.trace_id, records.number, records.record, runs.customer`.execute(
    db,
  )
  return rows
}

type RecordKey = Pick<WaitingRecord, 'organizationId' | 'traceId' | 'number'>

/**
 * Deletes records that are stored as events. A run whose customer became known since has to move
 * those that went to the unassigned customer.
 */
export async function finishRecords(tx: Tx, records: readonly WaitingRecord[]): Promise<void> {
  const keys = {
    organizationIds: records.map(({ organizationId }) => organizationId),
    traceIds: records.map(({ traceId }) => traceId),
  }
  await sql`
    select 1 from trace_runs
    where (organization_id, trace_id) in (
      select * from unnest(${keys.organizationIds}::uuid[], ${keys.traceIds}::uuid[]))
    order by organization_id, trace_id for update`.execute(tx)
  await sql`
    update trace_runs runs set is_assigning = true
    from unnest(${keys.organizationIds}::uuid[], ${keys.traceIds}::uuid[],
      ${records.map(({ customer }) => customer)}::text[]) as sent (organization_id, trace_id, customer)
    where runs.organization_id = sent.organization_id and runs.trace_id = sent.trace_id
      and sent.customer is null and runs.customer is not null`.execute(tx)
  await sql`
    delete from trace_records records
    using unnest(${keys.organizationIds}::uuid[], ${keys.traceIds}::uuid[],
      ${records.map(({ number }) => number)}::integer[]) as sent (organization_id, trace_id, number)
    where records.organization_id = sent.organization_id and records.trace_id = sent.trace_id
      and records.number = sent.number`.execute(tx)
}

/** Notes why a record was refused. It stays, and is not sent again. */
export async function noteRefusal(
  tx: Tx,
  { organizationId, traceId, number }: RecordKey,
  problem: string,
): Promise<void> {
  await tx
    .updateTable('traceRecords')
    .set({ dueAt: null, problem })
    .where('organizationId', '=', organizationId)
    .where('traceId', '=', traceId)
    .where('number', '=', number)
    .execute()
}
