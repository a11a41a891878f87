import { announceChange } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { API_KEYS } from './authenticator.ts'
import { generateKey, hashKey, hintOf, type KeyScope, type KeyType } from './key.ts'
import * as queries from './queries.ts'

export type NewKey = {
  organizationId: string
  type: KeyType
  /** Default: `full`. */
  scope?: KeyScope
  environment: Environment
  name: string
  /** Undefined for a key that is created on the command line. */
  creatorId?: string
}

/** Creates a key and returns its value, which cannot be retrieved later. */
export async function createApiKey(
  db: Db,
  { organizationId, type, scope = 'full', environment, name, creatorId }: NewKey,
  now: Date,
): Promise<{ id: string; key: string }> {
  if (scope === 'record' && type !== 'secret') {
    throw new AppError('invalid', 'Only a secret key can be limited to recording usage')
  }
  const id = newId()
  const key = generateKey(type, environment)
  await queries.insertApiKey(db, {
    id,
    organizationId,
    type,
    scope,
    environment,
    name,
    creatorId: creatorId ?? null,
    hash: hashKey(key),
    hint: hintOf(key),
    now,
  })
  await announceChange(db, API_KEYS)
  return { id, key }
}

/** Lists the keys of one organization, or of all; for the command line. */
export function listApiKeys(db: Db, organizationId: string | undefined) {
  return queries.listApiKeys(db, organizationId)
}

/** Revokes the key immediately in every process. */
export async function revokeApiKey(db: Db, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await queries.markApiKeyRevoked(tx, id, now))) {
      throw new AppError('not_found', `No active key has the id ${id}`)
    }
    await announceChange(tx, API_KEYS)
  })
}
