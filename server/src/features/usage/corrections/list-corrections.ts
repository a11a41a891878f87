import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'

export type StoredCorrection = {
  id: string
  kind: 'void' | 'amend' | 'recost'
  quantityBefore: Decimal
  quantityAfter: Decimal
  costBefore: Decimal | null
  costAfter: Decimal | null
  /**
   * The quantity and services before, in the fields of a record; JSON text. Null if they are those of
   * the event.
   */
  workBefore: string | null
  repricingRunId: string | null
  reason: string | null
  actorKind: string
  actorId: string
  correctedAt: Date
}

/**
 * Lists the amendments, recosts and the voiding of an event, or the first `limit`, in their order. A
 * recost changes no services, so those before it are those before the next amendment.
 */
export async function listCorrections(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  limit?: number,
): Promise<StoredCorrection[]> {
  const { rows } = await sql<StoredCorrection>`
    select id, kind, quantity_before, quantity_after, cost_before, cost_after,
      coalesce(work_before, (
        select later.work_before from event_corrections later
        where later.customer_id = ${customerId} and later.event_id = ${id}
          and later.number > corrections.number and later.work_before is not null
        order by later.number limit 1
      )) as work_before, run_id as repricing_run_id, reason, actor_kind, actor_id, corrected_at
    from event_corrections corrections
    where customer_id = ${customerId} and event_id = ${id} and organization_id = ${organizationId}
      and number is not null
    order by number limit ${limit ?? null}::bigint`.execute(db)
  return rows
}
