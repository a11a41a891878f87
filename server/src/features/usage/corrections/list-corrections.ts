import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import type { CorrectionKind } from './event-values.ts'

export type StoredCorrection = {
  id: string
  kind: CorrectionKind
  quantityBefore: Decimal
  quantityAfter: Decimal
  costBefore: Decimal | null
  costAfter: Decimal | null
  /** The quantity and services before, in the fields of a record; JSON text. */
  workBefore: string
  reason: string | null
  actorKind: string
  actorId: string
  correctedAt: Date
}

/** Lists the amendments of an event and its voiding, or the first `limit`, in their order. */
export async function listCorrections(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  limit?: number,
): Promise<StoredCorrection[]> {
  const { rows } = await sql<StoredCorrection>`
    select id, kind, quantity_before, quantity_after, cost_before, cost_after, work_before, reason,
      actor_kind, actor_id, corrected_at
    from event_corrections
    where customer_id = ${customerId} and event_id = ${id} and organization_id = ${organizationId}
      and number is not null
    order by number limit ${limit ?? null}::bigint`.execute(db)
  return rows
}
