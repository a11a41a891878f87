import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'

/** Returns the ids of customers by their external ids, without unknown and deleted ones. */
export async function listCustomerIds(
  db: Db,
  organizationId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; externalId: string }>`
    select id, external_id from customers
    where organization_id = ${organizationId} and deleted_at is null
      and external_id = any(${[...new Set(externalIds)]}::text[])`.execute(db)
  return new Map(rows.map(({ id, externalId }) => [externalId, id]))
}
