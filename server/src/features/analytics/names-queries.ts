import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'

/** Names by id; includes deleted entities, which have usage. */
export type Names = ReadonlyMap<string, string>

type NamedTable = 'customers' | 'agents' | 'signals' | 'pricingPlans'

export async function listNames(
  db: Db,
  table: NamedTable,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<Names> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the customers that were created first. */
export async function listFirstCustomers(
  db: Db,
  organizationId: string,
  limit: number,
): Promise<Names> {
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the organization's billing currency, used unless a plan sets another. */
export async function findCurrency(db: Db, organizationId: string): Promise<string> {
  const { currency } = await db
    .selectFrom('organizations')
    .select('currency')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return currency
}

/** Returns a live customer; undefined if it is deleted or absent. */
export function findCustomer(db: Db, { organizationId, id }: ScopedId) {
  return db
    .selectFrom('customers')
    .select(['id', 'name', 'externalId', 'email', 'status'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}
