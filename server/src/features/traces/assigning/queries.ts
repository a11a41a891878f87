import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import type { ActorKind } from '../../auth/principal.ts'

export type AssignedRun = {
  organizationId: string
  traceId: string
  runId: string
  customer: string
  assignedByKind: ActorKind | null
  assignedById: string | null
}

/** Lists runs with events that may have to move to their customer. */
export async function listAssigning(db: Db, limit: number): Promise<AssignedRun[]> {
  const { rows } = await sql<AssignedRun>`
    select organization_id, trace_id, run_id, customer, assigned_by_kind, assigned_by_id
    from trace_runs where is_assigning and customer is not null
    order by organization_id, trace_id limit ${limit}::integer`.execute(db)
  return rows
}

type RunKey = Pick<AssignedRun, 'organizationId' | 'traceId'>

/**
 * Locks a run that still has to move. Returns false if it has moved, or if a record of it waits: that
 * one may be stored for the unassigned customer at this moment.
 */
export async function lockAssigning(tx: Tx, run: RunKey): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (
      select from trace_records records
      where records.organization_id = runs.organization_id and records.trace_id = runs.trace_id
        and records.due_at is not null
    ) as is_waiting
    from trace_runs runs
    where organization_id = ${run.organizationId} and trace_id = ${run.traceId} and is_assigning
    for update of runs`.execute(tx)
  return rows[0]?.isWaiting === false
}

export async function finishAssigning(tx: Tx, run: RunKey): Promise<void> {
  await tx
    .updateTable('traceRuns')
    .set({ isAssigning: false })
    .where('organizationId', '=', run.organizationId)
    .where('traceId', '=', run.traceId)
    .execute()
}

export type MovingEvent = { id: string; usageDate: Date; payload: string }

/** Returns events of a run that are still at a customer. */
export async function listEventsAt(
  db: Db,
  {
    organizationId,
    runId,
    customerId,
  }: { organizationId: string; runId: string; customerId: string },
  limit: number,
): Promise<MovingEvent[]> {
  const { rows } = await sql<MovingEvent>`
    select id, usage_date, payload from usage_events
    where customer_id = ${customerId} and run_id = ${runId}
      and organization_id = ${organizationId} and voided_at is null
    order by usage_date, id limit ${limit}::integer`.execute(db)
  return rows
}
