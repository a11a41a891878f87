import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { CacheTopic } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { environmentOfKey, hashKey, hashTextOf, type KeyType } from './key.ts'
import type { KeyPrincipal } from './principal.ts'
import * as queries from './queries.ts'
import { scopesOfKey } from './scope.ts'

/** Cache invalidation topic for API keys, both valid and unknown. */
export const API_KEYS: CacheTopic = { name: 'api-keys' }
const CACHED_KEYS_MAX = 10_000
/** Limits how long a revoked key still works if the revocation notice is lost. */
const CACHED_FOR_MS = 10_000
const UNKNOWN_KEYS_MAX = 10_000
const UNKNOWN_FOR_MS = 3_000
/** Precision of a key's time of last use. */
const USE_NOTED_EVERY_MS = 60_000

export type Authenticator = {
  /** Throws `unauthenticated` with a message that says what to do. */
  authenticate: (key: string) => Promise<KeyPrincipal>
  forget: () => void
}

/**
 * Checks keys against the database. Caches valid and unknown keys for a few seconds, so that a
 * caller who retries a revoked key uses no database connection.
 */
export function createAuthenticator(
  db: Db,
  environment: Environment,
  now: () => Date,
): Authenticator {
  const known = createBoundedCache<KeyPrincipal>(CACHED_KEYS_MAX, { ttl: CACHED_FOR_MS })
  const unknown = createBoundedCache<true>(UNKNOWN_KEYS_MAX, { ttl: UNKNOWN_FOR_MS })
  let generation = 0

  async function authenticate(key: string): Promise<KeyPrincipal> {
    const keyEnvironment = environmentOfKey(key)
    if (!keyEnvironment) {
      throw new AppError('unauthenticated', 'x-api-key is not a Piecework key (pw_sk_… or pw_pk_…)')
    }
    if (keyEnvironment !== environment) {
      throw new AppError(
        'unauthenticated',
        `This key is for the ${keyEnvironment} environment and this service runs in ${environment}`,
      )
    }
    const cacheKey = hashTextOf(key)
    const cached = known.get(cacheKey)
    if (cached) return cached
    if (unknown.has(cacheKey)) throw unknownKey()
    const generationAsked = generation
    const row = await queries.findApiKeyByHash(db, hashKey(key))
    if (!row || row.environment !== environment) {
      if (generation === generationAsked) unknown.set(cacheKey, true)
      throw unknownKey()
    }
    await noteUse(db, row, now())
    const type: KeyType = row.type === 'secret' ? 'secret' : 'publishable'
    const principal: KeyPrincipal = {
      kind: 'apiKey',
      organizationId: row.organizationId,
      apiKeyId: row.id,
      scopes: scopesOfKey(type, row.scope),
    }
    // A key that was revoked during the lookup must not be cached.
    if (generation === generationAsked) known.set(cacheKey, principal)
    return principal
  }
  function forget(): void {
    generation += 1
    known.clear()
    unknown.clear()
  }
  return { authenticate, forget }
}

/** Records the use of a key, at most once a minute. A failure does not reject the request. */
async function noteUse(
  db: Db,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const notedSince = new Date(now.getTime() - USE_NOTED_EVERY_MS)
  if (lastUsedAt !== null && lastUsedAt >= notedSince) return
  await queries.markApiKeyUsed(db, id, { now, notedSince }).catch(() => undefined)
}

function unknownKey(): AppError {
  return new AppError('unauthenticated', 'Unknown or revoked API key; create a new one')
}
