import type { Db } from '../../platform/database.ts'
import type { Environment } from '../../platform/program/environment.ts'
import type { KeyScope, KeyType } from './key.ts'

export type NewApiKey = {
  id: string
  organizationId: string
  type: KeyType
  scope: KeyScope
  environment: Environment
  name: string
  creatorId: string | null
  hash: Buffer
  hint: string
  now: Date
}

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  await db
    .insertInto('apiKeys')
    .values({
      id: key.id,
      organizationId: key.organizationId,
      type: key.type,
      scope: key.scope,
      environment: key.environment,
      name: key.name,
      creatorId: key.creatorId,
      hash: key.hash,
      hint: key.hint,
      createdAt: key.now,
    })
    .execute()
}

/** Finds the active key with this hash. The key determines its organization, so none is given. */
export function findApiKeyByHash(db: Db, hash: Buffer) {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'organizationId', 'type', 'scope', 'environment'])
    .select('lastUsedAt')
    .where('hash', '=', hash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
}

export function listApiKeys(db: Db, organizationId: string | undefined) {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'organizationId', 'type', 'scope', 'environment', 'name', 'hint'])
    .select(['createdAt', 'revokedAt', 'lastUsedAt'])
    .$if(organizationId !== undefined, (query) =>
      query.where('organizationId', '=', organizationId ?? ''),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Records a use, unless one at or after `notedSince` is recorded. */
export async function markApiKeyUsed(
  db: Db,
  id: string,
  { now, notedSince }: { now: Date; notedSince: Date },
): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where((key) => key.or([key('lastUsedAt', 'is', null), key('lastUsedAt', '<', notedSince)]))
    .execute()
}

/** Returns false when no active key has this id. */
export async function markApiKeyRevoked(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('apiKeys')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
