import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

type ActorName = { name: string | null; hint: string | null; email: string | null }

/** Returns the current names of the API keys, users and customers in some entries, by id. */
export async function listActorNames(
  db: Db,
  organizationId: string,
  entries: readonly { actorKind: string; actorId: string }[],
): Promise<Map<string, ActorName>> {
  const idsOf = (kind: string) => [
    ...new Set(entries.filter((one) => one.actorKind === kind).map(({ actorId }) => actorId)),
  ]
  const [keys, users, customers] = await Promise.all([
    listKeyNames(db, organizationId, idsOf('api_key')),
    listUserNames(db, idsOf('user')),
    listCustomerNames(db, organizationId, idsOf('customer')),
  ])
  return new Map<string, ActorName>([
    ...keys.map(({ id, name, hint }) => [id, { name, hint, email: null }] as const),
    ...[...users, ...customers].map(
      ({ id, name, email }) => [id, { name, hint: null, email }] as const,
    ),
  ])
}

async function listKeyNames(db: Db, organizationId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'hint'])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Users do not belong to an organization; those in its log are, or were, its members. */
async function listUserNames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}

async function listCustomerNames(db: Db, organizationId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('customers')
    .select(['id', 'name', 'email'])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}
