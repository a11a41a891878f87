import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../../platform/list.ts'
import type { Environment } from '../../../platform/program/environment.ts'
import type { KeyScope, KeyType } from '../key.ts'

export type KeyRow = {
  id: string
  name: string
  type: KeyType
  scope: KeyScope
  environment: Environment
  hint: string
  /** Null for keys that were not created by a user. */
  creatorId: string | null
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

const columns = [
  ...(['id', 'name', 'type', 'scope', 'environment', 'hint'] as const),
  ...(['creatorId', 'createdAt', 'lastUsedAt', 'revokedAt'] as const),
] as const

type KeyFilter = {
  organizationId: string
  search: string | undefined
  isRevoked: boolean | undefined
  updatedSince: Date | undefined
}

const UPDATED_AT = sql<Date>`coalesce(revoked_at, created_at)`
const SORT = { createdAt: sql`created_at`, updatedAt: UPDATED_AT }

export function listKeys(
  db: Db,
  { organizationId, search, isRevoked, updatedSince }: KeyFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
): Promise<{ rows: KeyRow[]; total: number }> {
  let keys = db.selectFrom('apiKeys').select(columns).where('organizationId', '=', organizationId)
  if (isRevoked !== undefined) keys = keys.where('revokedAt', isRevoked ? 'is not' : 'is', null)
  if (search !== undefined) keys = keys.where(contains(['name', 'hint'], search))
  if (updatedSince !== undefined) keys = keys.where(UPDATED_AT, '>=', updatedSince)
  return listPage(keys, { ...page, orderBy: SORT[sortBy] })
}

export function findKey(db: Db, { organizationId, id }: ScopedId): Promise<KeyRow | undefined> {
  return db
    .selectFrom('apiKeys')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns false when no active key has this id. */
export async function markKeyRevoked(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Maker = { id: string; name: string; email: string }

/** Returns the users who created these keys, by user id. */
export async function listMakers(
  db: Db,
  keys: readonly { creatorId: string | null }[],
): Promise<Map<string, Maker>> {
  const ids = [...new Set(keys.flatMap(({ creatorId }) => creatorId ?? []))]
  if (ids.length === 0) return new Map()
  const makers = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(makers.map((maker) => [maker.id, maker]))
}
