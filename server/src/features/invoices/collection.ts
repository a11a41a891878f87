import { sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'

export type Deferral = {
  /** What the job found; if it is no longer so, somebody else has seen to it. */
  expected: Date
  /** Null: not by itself any more. */
  collectAt: Date | null
  isAttempt: boolean
}

/** Says when an invoice is collected next; false when it is no longer as expected. */
export async function deferCollection(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  { expected, collectAt, isAttempt }: Deferral,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update invoices set collect_at = ${collectAt}::timestamptz,
      collect_attempts = collect_attempts + ${isAttempt ? 1 : 0}::integer,
      version = version + 1, updated_at = ${now}::timestamptz
    where customer_id = ${customerId} and id = ${id} and organization_id = ${organizationId}
      and collect_at = ${expected}::timestamptz`.execute(db)
  return numAffectedRows === 1n
}
