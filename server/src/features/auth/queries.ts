import type { Db } from '../../platform/database.ts'
import type { Environment } from '../../platform/environment.ts'
import type { KeyType } from './key.ts'

export type NewApiKey = {
  id: string
  organizationId: string
  type: KeyType
  environment: Environment
  name: string
  hash: Buffer
  hint: string
  now: Date
}

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      organization_id: key.organizationId,
      type: key.type,
      environment: key.environment,
      name: key.name,
      hash: key.hash,
      hint: key.hint,
      created_at: key.now,
    })
    .execute()
}

/** The active key with this hash. The key itself says whose it is, so no organization is given. */
export function findApiKeyByHash(db: Db, hash: Buffer) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'organization_id as organizationId', 'type', 'environment'])
    .select('last_used_at as lastUsedAt')
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Every key, or those of one organization; for the command line. */
export function listApiKeys(db: Db, organizationId: string | undefined) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'organization_id as organizationId', 'type', 'environment', 'name', 'hint'])
    .select(['created_at as createdAt', 'revoked_at as revokedAt', 'last_used_at as lastUsedAt'])
    .$if(organizationId !== undefined, (query) =>
      query.where('organization_id', '=', organizationId ?? ''),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Writes down a use, unless one is noted that is no older than `notedSince`. */
export async function markApiKeyUsed(
  db: Db,
  id: string,
  { now, notedSince }: { now: Date; notedSince: Date },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', notedSince)]))
    .execute()
}

/** False when there is no such active key. */
export async function markApiKeyRevoked(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
