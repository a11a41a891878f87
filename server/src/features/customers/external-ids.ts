import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'

/** External ids by customer; null for a customer without one. */
export type ExternalIds = ReadonlyMap<string, string | null>

/** Returns the external ids of customers, deleted ones too. */
export async function listExternalIds(
  db: Db,
  organizationId: string,
  customerIds: readonly (string | null)[],
): Promise<ExternalIds> {
  const ids = [...new Set(customerIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; externalId: string | null }>`
    select id, external_id from customers
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, externalId }) => [id, externalId]))
}

type Owned = { customerId: string | null }
type Named<Row> = Row & { customerExternalId: string | null }

/** Adds the external ids of their customers to rows, with one read for all. */
export async function withExternalIds<Row extends Owned>(
  db: Db,
  organizationId: string,
  rows: readonly Row[],
): Promise<Named<Row>[]> {
  const ids = rows.map(({ customerId }) => customerId)
  const externalIds = await listExternalIds(db, organizationId, ids)
  return rows.map((row) => {
    const externalId = row.customerId === null ? null : externalIds.get(row.customerId)
    return { ...row, customerExternalId: externalId ?? null }
  })
}

/** Returns the external id of one customer; null if it has none. */
export const findExternalId = batched(
  async (db: Db, keys: readonly ScopedId[]): Promise<(string | null)[]> => {
    const found = new Map<string, ExternalIds>()
    for (const [organizationId, ofOne] of Map.groupBy(keys, (key) => key.organizationId)) {
      const ids = ofOne.map(({ id }) => id)
      found.set(organizationId, await listExternalIds(db, organizationId, ids))
    }
    return keys.map(({ organizationId, id }) => found.get(organizationId)?.get(id) ?? null)
  },
)

/**
 * Returns the customers by external id. An id that only deleted customers had is that of the one
 * created last.
 */
export async function listIdsByExternalId(
  db: Db,
  organizationId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const isNamed = sql`organization_id = ${organizationId}
    and external_id = any(${externalIds}::text[])`
  // Live and deleted customers each have an index.
  const { rows } = await sql<{ id: string; externalId: string }>`
    select distinct on (external_id) id, external_id from (
      select id, external_id, 1 as place from customers where ${isNamed} and deleted_at is null
      union all
      select id, external_id, 2 from customers where ${isNamed} and deleted_at is not null
    ) named
    order by external_id, place, id desc`.execute(db)
  return new Map(rows.map(({ id, externalId }) => [externalId, id]))
}
